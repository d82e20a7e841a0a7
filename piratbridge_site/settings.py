"""Settings: one file, filled from the environment.

Without any environment the commands that need no secret and no server work (tests, verify_record);
a server refuses to start without a SECRET_KEY of its own (see `asgi.py` and `checks.py`).

    SECRET_KEY      signs sessions; needed by every server process
    DEBUG           1 for tracebacks in the browser; off unless said
    ALLOWED_HOSTS   host names, separated by commas (default: this machine alone)
    TRUSTED_ORIGINS origins for forms behind a proxy, e.g. https://example.org
    SECURE          0 where the site is served over plain http, as the embedded size on 127.0.0.1 and
                    the tests are; on (secure cookies, HSTS, redirect to https) unless said or DEBUG
    DATABASE_URL    postgres://… or sqlite:///… (default: SQLite in DATA_DIR)
    REDIS_URL       redis://… or unix:///path?db=0 (Channels, Celery and the cache)
    DATA_DIR        where the embedded size keeps its data (default: .data)
    LIVE_THREADS    threads, and on PostgreSQL connections, of a process for its live pages (default 4)
    DB_POOL         the most PostgreSQL connections that it has beside them, for pages (default 4)
    EMAIL_URL       smtp+tls://user:password@host:587 for mail (default: onto the console)
    EMAIL_BACKEND   Django's name for what sends mail, where EMAIL_URL does not say it
    EMAIL_FROM      whom mail comes from
    PROXIES         how many proxies of ours a request passes, for the address it comes from (default 0)
    LOG_LEVEL       what is logged to standard error, and all that is graver (default WARNING)
"""

import hashlib
import secrets
from pathlib import Path

import environ
from csp.constants import NONCE, NONE, SELF

from piratbridge_site.release import release_of

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / ".data")))

DEBUG = env.bool("DEBUG", default=False)
SECURE = env.bool("SECURE", default=not DEBUG)
SECRET_KEY_IS_GIVEN = bool(env.str("SECRET_KEY", default=""))
SECRET_KEY = env.str("SECRET_KEY", default="") or secrets.token_urlsafe(48)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("TRUSTED_ORIGINS", default=[])

# --- what the site is made of ----------------------------------------------------------------------

INSTALLED_APPS = [
    "accounts.apps.StaffAdminConfig",  # the admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "csp",
    "django_htmx",
    "piratbridge_site",
    "accounts",
    "game",
    "ranking",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.LanguageOfAccount",
    "accounts.middleware.GuestsAreStrangers",
    "accounts.middleware.DeviceOfBrowser",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "piratbridge_site.urls"
ASGI_APPLICATION = "piratbridge_site.asgi.application"

# Jinja2 for the site's own pages: the live regions are rendered at every move, and Jinja2 does that
# in a third of the time (ARCHITECTURE.md). Django's engine stays for the admin and for allauth.
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "piratbridge_site.jinja2.environment",
            "context_processors": ["piratbridge_site.context.page"],
        },
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- where things are kept ---------------------------------------------------------------------------

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'piratbridge.sqlite3'}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
_database = DATABASES["default"]
# Threads that do the database work of the live pages. Each keeps a connection; DB_POOL are those that a
# process has beside them, for pages.
LIVE_THREADS = env.int("LIVE_THREADS", default=4)
if _database["ENGINE"].endswith("sqlite3"):
    # A writer takes its lock when it begins, so that two never find out halfway; FULL, because a
    # move that was confirmed must be there after a power cut.
    _options = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    _database["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}  # a file: threads meet in it as in real life
else:
    # A move that cannot have its table within seconds says "busy", and does not hold up the others.
    _options = {
        "pool": {"min_size": 2, "max_size": LIVE_THREADS + env.int("DB_POOL", default=4), "timeout": 10},
        "options": "-c lock_timeout=5s -c statement_timeout=30s",
    }
    _database["CONN_HEALTH_CHECKS"] = True
_database["OPTIONS"] = _options | _database.get("OPTIONS", {})

REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6379/0")
# Redis tells messages to all who listen, whatever the number of their database: a site's groups have a
# name of its own.
_site = hashlib.sha256(f"{SECRET_KEY} {REDIS_URL}".encode()).hexdigest()[:16]
CHANNEL_LAYERS = {
    "default": {
        # Pub/sub loses nothing to a reader that stalls and costs a tenth of the list-based layer;
        # what it may drop while Redis is away, versions heal (game/live).
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": f"piratbridge.{_site}"},
    }
}

CACHES = {
    # Counts attempts at logging in for all processes together (allauth's rate limits).
    "default": {
        "BACKEND": "accounts.cache.ForgivingCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"piratbridge.{_site}",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
}

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://").replace("?db=", "?virtual_host=")
# Nothing is kept at the broker of tasks that have been given out: the sweep finds what was lost with a
# worker, and a worker that has such things to give back does not outlive its broker.
CELERY_BROKER_TRANSPORT_OPTIONS = {"ack_emulation": False, "socket_timeout": 5, "socket_connect_timeout": 2}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 16
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TIMEZONE = "UTC"
CELERY_TASK_TIME_LIMIT = 30
CELERY_BEAT_SCHEDULE = {
    # Finds every table whose time has come and whose task was lost with a worker or a broker.
    "sweep": {"task": "game.tasks.sweep", "schedule": 1.0, "options": {"expires": 2}},
    # Finds every game that has ended and does not count yet.
    "settle": {"task": "ranking.tasks.sweep", "schedule": 5.0, "options": {"expires": 10}},
    "tidy": {"task": "accounts.tasks.tidy", "schedule": 24 * 3600.0},
    "tidy-tables": {"task": "game.tasks.tidy", "schedule": 24 * 3600.0},
    "flags": {"task": "ranking.tasks.look_for_flags", "schedule": 6 * 3600.0},
    "pack": {"task": "game.tasks.pack", "schedule": 3600.0},
}

# --- people -------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.backends.AccountBackend",
    "django.contrib.auth.backends.ModelBackend",  # guests are in their sessions by this one
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"  # one plays at once
ACCOUNT_CHANGE_EMAIL = True  # one address, and the new one counts when it is confirmed
# Whether an address is known is told nowhere: a second account may give it, and whoever confirms it has it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before the address changes: with it goes the way to a new password
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SECURE else "http"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignUp",
    "login": "accounts.forms.LogIn",
    "change_password": "accounts.forms.ChangePassword",
    "reset_password_from_key": "accounts.forms.NewPassword",
}
ACCOUNT_RATE_LIMITS = {"reset_password": "20/m/ip,1/3m/key"}  # one mail to an address in this time
ALLAUTH_TRUSTED_PROXY_COUNT = NINJA_NUM_PROXIES = env.int("PROXIES", default=0)
MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an account need not have an address
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE
MFA_TOTP_TOLERANCE = 1  # phones' clocks
MFA_FORMS = {
    "add_webauthn": "accounts.forms.AddPasskey",
    "authenticate_webauthn": "accounts.forms.SecondStepWithPasskey",
    "login_webauthn": "accounts.forms.LogInWithPasskey",
    "reauthenticate_webauthn": "accounts.forms.ConfirmWithPasskey",
}

_mail = env.email_url("EMAIL_URL", default="consolemail://")
EMAIL_BACKEND = env.str("EMAIL_BACKEND", default=_mail["EMAIL_BACKEND"])
EMAIL_HOST, EMAIL_PORT = _mail["EMAIL_HOST"] or "localhost", _mail["EMAIL_PORT"] or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_USER"] or "", _mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.get("EMAIL_USE_TLS", False), _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="Piratbridge <piratbridge@localhost>")

SESSION_ENGINE = "accounts.sessions"
# A guest is known by the session alone, so a year: closing the tab must not lose a game.
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# --- languages ----------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("da", "Dansk"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Copenhagen"

# --- files ----------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_MANIFEST_STRICT = False

RELEASE = release_of(BASE_DIR)

# --- safety -----------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = SECURE
CSRF_COOKIE_SECURE = SECURE
LANGUAGE_COOKIE_SECURE = SECURE
SECURE_SSL_REDIRECT = SECURE
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE
SECURE_HSTS_PRELOAD = SECURE
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
    # Who asks for what is not there is no matter of the site's, and the address is theirs.
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
