"""That the check of translations sees what is missing, gone, or wrong."""

import pytest
from babel.messages import Catalog

from tests.checks.load import load

translations = load("translations")


def faults(text: object, translation: object, **more: object) -> list[str]:
    """What is said of one text and its translation."""
    texts, catalog = Catalog(locale="en"), Catalog(locale="da")
    texts.add(text)
    catalog.add(text, translation, **more)
    return list(translations.faults_of(catalog, texts))


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("Bid %(n)s", "Meld %(n)s"),
        ("Table", "Bord"),
        ("Piratbridge", "Piratbridge"),
        (("%(n)d card", "%(n)d cards"), ("%(n)d kort", "%(n)d kort")),
        (("one card", "%(n)d cards"), ("ét kort", "%(n)d kort")),
        ("100%% of {name}", "100%% af {name}"),
    ],
)
def test_nothing_is_wrong(text: object, translation: object) -> None:
    assert faults(text, translation) == []


@pytest.mark.parametrize(
    ("text", "translation", "fault"),
    [
        ("Bid", "", "not translated"),
        (("%(n)d card", "%(n)d cards"), ("%(n)d kort", ""), "not translated"),
        ("Bid %(n)s", "Meld %(m)s", "placeholders differ"),
        ("Bid {n}", "Meld", "placeholders differ"),
        (("%(n)d card", "%(n)d cards"), ("%(n)d kort", "kort"), "placeholders differ"),
        ("Bid: ", "Meld:", "blanks at its ends differ"),
        ("Play against bots", "Play against bots", "same as the English"),
    ],
)
def test_a_translation_is_wrong(text: object, translation: object, fault: str) -> None:
    assert [line.partition(": ")[0] for line in faults(text, translation)] == [fault]


def test_a_guess_is_no_translation() -> None:
    assert faults("Bid", "Meld", flags=["fuzzy"]) == ["fuzzy: 'Bid'"]


def test_a_text_is_missing_and_another_one_is_gone() -> None:
    texts, catalog = Catalog(locale="en"), Catalog(locale="da")
    texts.add("Bid", context="noun")
    catalog.add("Deal", "Giv")
    assert list(translations.faults_of(catalog, texts)) == [
        "not there (make messages): 'Bid' (noun)",
        "no longer in the code: 'Deal'",
    ]


def test_texts_are_found_in_code_and_in_templates() -> None:
    texts = translations.extract()
    places = {place.split("/")[0] for text in texts for place, _ in text.locations}
    assert {"game", "templates"} <= places
