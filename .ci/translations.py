"""Keeps locale/ in step with the texts in the code: `update` it, or `check` that it is complete."""

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po
from django.conf import settings

PLACES = ["accounts", "game", "piratbridge_site", "ranking", "templates"]
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
HEADER = {"project": "Piratbridge", "version": "", "msgid_bugs_address": ""}
HEADER |= {"last_translator": "Piratbridge", "language_team": "Piratbridge"}
PLACEHOLDER = re.compile(r"%\(\w+\)[#0-9.]*[a-z]|%[sd]|\{\w*\}")
LONG = 3  # words: a text so long is hardly the same in two languages


def main() -> int:
    """Do what the command line says; give the exit status."""
    texts = extract()
    if sys.argv[1:] == ["update"]:
        for language in LANGUAGES:
            update(language, texts)
        return 0
    faults = [f"{code}: {fault}" for code in LANGUAGES for fault in faults_of(load(code), texts)]
    print("\n".join(faults) or f"{len(texts)} texts are translated into {', '.join(LANGUAGES)}")
    return bool(faults)


def extract() -> Catalog:
    """Every translatable text of the code and the templates."""
    with Path("babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    texts = Catalog()
    for place in PLACES:
        found = extract_from_dir(
            place, methods, options, KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True
        )
        for name, _, message, comments, context in found:
            # No line numbers: they would change the catalogs at every edit of the code.
            texts.add(message, locations=[(f"{place}/{name}", None)], auto_comments=comments, context=context)
    return texts


def path_of(language: str) -> Path:
    """Where the catalog of a language is kept."""
    return Path(f"locale/{language}/LC_MESSAGES/django.po")


def load(language: str) -> Catalog:
    """The catalog as it is stored; an empty one if it is not."""
    path = path_of(language)
    if not path.exists():
        return Catalog(language, "django", "# Piratbridge", "Piratbridge", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="django")


def update(language: str, texts: Catalog) -> None:
    """Add the texts that are new and drop those that are gone; guess nothing."""
    catalog = load(language)
    before = {(message.id, message.context) for message in catalog}
    texts.creation_date = catalog.creation_date
    catalog.update(texts, no_fuzzy_matching=True)
    if {(message.id, message.context) for message in catalog} != before:
        catalog.revision_date = datetime.now(UTC)
    for name, value in HEADER.items():
        setattr(catalog, name, value)
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=110, sort_by_file=True, ignore_obsolete=True)


def faults_of(catalog: Catalog, texts: Catalog) -> Iterator[str]:
    """What keeps a catalog from being complete and right, in words."""
    for text in texts:
        if text.id and not catalog.get(text.id, text.context):
            yield f"not there (make messages): {name_of(text)}"
    for message in catalog:
        if message.id:
            yield from (f"{fault}: {name_of(message)}" for fault in faults_in(message, texts))
    for message in catalog.obsolete.values():
        yield f"obsolete: {name_of(message)}"


def faults_in(message: Message, texts: Catalog) -> Iterator[str]:
    """What is wrong with one message."""
    sources = message.id if message.pluralizable else (message.id,)
    translations = message.string if message.pluralizable else (message.string,)
    if not texts.get(message.id, message.context):
        yield "no longer in the code"
    if message.fuzzy:
        yield "fuzzy"
    if not all(translations):
        yield "not translated"
        return
    allowed = [placeholders(source) for source in sources]
    if any(placeholders(translation) not in allowed for translation in translations):
        yield "placeholders differ"
    if any(edges(translation) != edges(sources[0]) for translation in translations):
        yield "blanks at its ends differ"
    if translations[0] == sources[0] and len(sources[0].split()) >= LONG:
        yield "same as the English"


def placeholders(text: str) -> set[str]:
    """What is filled in, such as %(name)s or {name}."""
    return set(PLACEHOLDER.findall(text.replace("%%", "")))


def edges(text: str) -> tuple[bool, bool]:
    """Whether a text begins and ends with a blank."""
    return text[:1].isspace(), text[-1:].isspace()


def name_of(message: Message) -> str:
    """The message as it is told of: its English text, and its context if it has one."""
    text = message.id[0] if message.pluralizable else message.id
    return f"{text!r} ({message.context})" if message.context else repr(text)


if __name__ == "__main__":
    sys.exit(main())
