# make play      the site on http://127.0.0.1:8000 (another port: make play PORT=8001)
# make test      all tests (some of them: make test ARGS="-k trick")
# make lint      style, types, arrows, migrations, templates, translations (make -k lint: all that is wrong)
# make bench     the benchmarks
# make messages  brings the catalogs in locale/ up to date with the texts in the code
# make setup     the environment alone, in .venv

PYTHON ?= python3
PY := .venv/bin/python
SITE := PYTHONPATH=. DJANGO_SETTINGS_MODULE=piratbridge_site.settings $(PY)
UV := env -u VIRTUAL_ENV UV_PROJECT_ENVIRONMENT=.venv UV_PYTHON=$(PY) .venv/uv/bin/uv
CATALOGS := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))
LINTS := style types arrows migrations deployment templates translations

.PHONY: play test lint $(LINTS) bench messages setup
.DELETE_ON_ERROR:

play: .venv/ready-to-play $(CATALOGS)
	@exec $(PY) -m piratbridge_site.embedded

setup: .venv/ready $(CATALOGS)

# Tests that kill processes run one after another, beside the others (tests/conftest.py). A browser mostly waits
# for the others at its table. Python keeps what it compiles, since sites are started dozens of times. (5: none
# of the tests asked for is among these.)
test: setup
	@unset PYTHONDONTWRITEBYTECODE; \
	run() { $(PY) -m pytest "$$@" $(ARGS); case $$? in 0) ran=1;; 5) ;; *) bad=1;; esac; }; \
	run -n 3 --dist loadfile -m "not browser"; run -n 3 --dist worksteal -m browser; \
	[ -z "$$bad" ] && [ -n "$$ran" ]

bench: setup
	@$(PY) -m tests.bench $(ARGS)

messages: setup
	@$(SITE) .ci/translations.py update

lint: $(LINTS)

style: setup
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check

types: setup
	@$(PY) -m mypy

arrows: setup
	@$(PY) -c "from importlinter.cli import lint_imports_command as run; run(['--no-logo'])"
	@$(PY) .ci/rules_stand_alone.py

migrations: setup
	@DATABASE_URL=sqlite://:memory: $(PY) manage.py makemigrations --check --dry-run

deployment: setup
	@SECRET_KEY=$$($(PY) -c "import secrets; print(secrets.token_urlsafe(50))") ALLOWED_HOSTS=example.org \
	$(PY) manage.py check --deploy --fail-level WARNING

templates: setup
	@$(SITE) .ci/templates.py

translations: setup
	@$(SITE) .ci/translations.py check

# uv lies beside the packages that it looks after, where it does not take itself for one of them.
.venv/uv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "Piratbridge needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)."; exit 1; }
	@echo "Making .venv …"
	@[ -x $(PY) ] || $(PYTHON) -m venv --clear .venv
	@$(PY) -m pip --version > /dev/null 2>&1 || $(PY) -m ensurepip > /dev/null
	@$(PY) -m pip install -qq --disable-pip-version-check --target .venv/uv uv

.venv/ready-to-play: .venv/uv/bin/uv uv.lock pyproject.toml
	@echo "Installing what the site needs …"
	@$(UV) sync --quiet --locked --no-dev --inexact
	@touch $@

.venv/ready: .venv/uv/bin/uv uv.lock pyproject.toml
	@echo "Installing what the site and its tests need …"
	@$(UV) sync --quiet --locked
	@touch $@ .venv/ready-to-play

%.mo: %.po .venv/ready-to-play
	@$(PY) -m babel.messages.frontend --quiet compile --input-file $< --output-file $@
