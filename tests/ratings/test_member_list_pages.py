"""Case F15: a member list straight out of a spreadsheet, through the pages."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from factories import ANA, list_of, make_club, make_player, make_report, owner_access, sign_in

from clubs.models import AuditEvent, Player
from ratings.adjustments import give_rating
from ratings.models import Rating, RatingAdjustment
from ratings.submit import submit_report

pytestmark = pytest.mark.django_db

HEADER = "nome;nascimento;rating;fide_id\r\n"
ROWS = 'Conceição, José;2009;1712;\r\n"O\'Neil; Íris";2008-02-10;1640;1234567\r\n'
INPUT_A = "\ufeff" + HEADER + ROWS + "Çelik, İrem;;;\r\n"


@pytest.fixture
def club():
    return make_club("Torre")


@pytest.fixture
def organiser(client, club):
    return sign_in(client, club, "organiser")


def choose(client, club, data, name="sócios.csv"):
    """Post a file on the first page and return the page that shows what it would do."""
    url = reverse("player_import", args=[club.slug])
    file = SimpleUploadedFile(name, data, content_type="text/csv")
    return client.post(url, {"file": file, "day": "2026-11-30"})


def press(client, club, page, button, **more):
    """Press a button on the page that shows what a file would do."""
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page.text))
    url = reverse("player_import_check", args=[club.slug])
    return client.post(url, {**fields, "encoding": "", button: "1", **more})


def people(club):
    return list(
        Player.objects.filter(club=club).order_by("pk").values_list("name", "birth_year", "fide_id")
    )


def test_input_a_creates_three_players_and_leaves_the_third_unrated(
    client, club, organiser, django_capture_on_commit_callbacks
):
    page = choose(client, club, INPUT_A.encode())

    assert page.status_code == 200
    assert "read as UTF-8, separated by semicolons" in page.text
    assert people(club) == []
    with django_capture_on_commit_callbacks(execute=True):
        done = press(client, club, page, "import")
    assert done.status_code == 303
    assert people(club) == [
        ("Conceição, José", 2009, None),
        ("O'Neil; Íris", 2008, 1234567),
        ("Çelik, İrem", None, None),
    ]
    assert Player.objects.get(fide_id=1234567).birth_date == date(2008, 2, 10)
    ratings = Rating.objects.order_by("player__pk").values_list("player__name", "rating")
    assert list(ratings) == [("Conceição, José", 1712), ("O'Neil; Íris", 1640)]


def test_input_b_reads_windows_1252_with_its_apostrophe(client, club, organiser):
    data = (HEADER + ROWS.replace("'", "\u2019")).encode("cp1252")
    assert b"\x92" in data

    page = choose(client, club, data)
    press(client, club, page, "import")

    assert "read as Windows-1252" in page.text
    assert people(club) == [
        ("Conceição, José", 2009, None),
        ("O\u2019Neil; Íris", 2008, 1234567),
    ]


def test_input_c_names_line_and_columns_and_imports_nothing(client, club, organiser):
    data = "nome,nascimento,rating,fide_id\nConceição, José,2009,1712,\nO'Neil, Íris,2008,1640,1\n"

    page = choose(client, club, data.encode())
    refused = press(client, club, page, "import")

    assert "This row has 5 columns, the headings have 4." in page.text
    assert "Line 2" in page.text
    assert refused.status_code == 422
    assert people(club) == []


def test_input_d_finds_a_decomposed_name_and_creates_nobody_twice(client, club, organiser):
    press(client, club, choose(client, club, INPUT_A.encode()), "import")
    before = people(club)

    page = choose(client, club, INPUT_A.replace("José", "Jose\u0301").encode())
    press(client, club, page, "import")

    assert "Known, nothing new" in page.text
    assert people(club) == before


def test_a_doubtful_name_waits_for_a_decision_and_then_the_whole_file_goes_in(
    client, club, organiser
):
    for year in (1974, 1990):
        make_player(club, "Yılmazer, Emre", birth_year=year)
    data = "name;birth\nYılmazer, Emre;\nBrennan, Aoife;2001\n".encode()

    page = choose(client, club, data)
    line = re.search(r'name="row-(\d+)"', page.text)[1]
    refused = press(client, club, page, "import")
    decided = press(client, club, page, "check", **{f"row-{line}": "new"})

    assert (line, refused.status_code) == ("2", 422)
    assert Player.objects.count() == 2
    assert "Import all 2 rows" in decided.text
    press(client, club, decided, "import")
    assert Player.objects.filter(name="Yılmazer, Emre").count() == 3


def test_a_decision_may_also_name_the_player_and_correct_the_year(client, club, organiser):
    emre = make_player(club, "Yılmazer, Emre", birth_year=None)
    make_player(club, "Yılmazer, Emre", birth_year=1990)
    data = "name;birth;email\nYılmazer, Emre;2013;emre@example.org\n".encode()

    page = choose(client, club, data)
    decided = press(client, club, page, "check", **{"row-2": str(emre.pk)})
    press(client, club, decided, "import")

    emre.refresh_from_db()
    assert (emre.birth_year, emre.email, Player.objects.count()) == (2013, "emre@example.org", 2)


def test_a_foreign_player_is_no_answer_to_a_doubtful_row(client, club, organiser):
    for year in (1974, 1990):
        make_player(club, "Yılmazer, Emre", birth_year=year)
    foreign = make_player(make_club("South"), "Yılmazer, Emre")

    page = choose(client, club, "name\nYılmazer, Emre\n".encode())
    refused = press(client, club, page, "import", **{"row-2": str(foreign.pk)})

    assert refused.status_code == 422
    assert foreign.name not in [row[0] for row in people(foreign.club) if row[1]]


def test_a_wrong_cell_is_mended_on_the_page(client, club, organiser):
    data = "name;birth;rapid\nEtxeberria, Tomás;1980;17l4\nBrennan, Aoife;2086;\n".encode()

    page = choose(client, club, data)
    cells = dict(re.findall(r'name="(cell-[^"]+)" value="([^"]*)"', page.text))
    mended = press(client, club, page, "check", **{"cell-2-rapid": "1714", "cell-3-birth": "1986"})
    press(client, club, mended, "import")

    assert cells == {"cell-2-rapid": "17l4", "cell-3-birth": "2086"}
    assert people(club) == [("Etxeberria, Tomás", 1980, None), ("Brennan, Aoife", 1986, None)]
    assert RatingAdjustment.objects.get().rating == 1714


def test_a_likely_value_is_one_press_away(client, club, organiser):
    data = "name;rapid\nEtxeberria, Tomás;17l4\nJÃ¼rgen OberlÃ¤nder;\n".encode()

    page = choose(client, club, data)
    offers = re.findall(r'name="use" value="([^"]+)"', page.text)
    for offer in offers:
        page = press(client, club, page, "check", use=offer)
    press(client, club, page, "import")

    assert offers == ["cell-2-rapid=1714", "cell-3-name=Jürgen Oberländer"]
    assert [row[0] for row in people(club)] == ["Etxeberria, Tomás", "Jürgen Oberländer"]


def test_rows_that_need_somebody_can_be_left_out_in_one_go(client, club, organiser):
    data = "name;birth\nEtxeberria, Tomás;soon\nBrennan, Aoife;2001\n".encode()

    page = choose(client, club, data)
    press(client, club, page, "leave_out")

    assert "Import 1, leave 1 out" in page.text
    assert people(club) == [("Brennan, Aoife", 2001, None)]
    assert AuditEvent.objects.get(action="players_imported").facts["left_out"] == 1


def test_letters_damaged_long_ago_are_pointed_out(client, club, organiser):
    page = choose(client, club, "name\nJÃ¼rgen OberlÃ¤nder\n".encode())

    assert "The letters look damaged." in page.text


def test_a_file_read_in_the_wrong_encoding_can_be_read_differently(client, club, organiser):
    page = choose(client, club, "ad soyad\nIşık, Şule\n".encode("cp1254"))
    again = press(client, club, page, "check", encoding="Windows-1254")

    assert "Iþýk" in page.text
    assert "Işık, Şule" in again.text


def test_known_players_keep_what_the_club_has_and_get_what_it_lacks(
    client, club, organiser, django_capture_on_commit_callbacks
):
    ana, rui = make_player(club, "Sousa, Ana"), make_player(club, "Lima, Rui", birth_year=1980)
    with django_capture_on_commit_callbacks(execute=True):
        give_rating(
            owner_access(club), ana, list_of(club), rating=1600, games=30, reason="List of 2025",
            day=date(2026, 1, 1),
        )  # fmt: skip
        submit_report(club, ANA, make_report([(ana, rui, "10")]))
    before = Rating.objects.get(player=ana, rating_list=list_of(club)).rating
    data = b"name;birth;rating\nSousa, Ana;2012;1999\nLima, Rui;1980;\n"

    page = choose(client, club, data)
    with django_capture_on_commit_callbacks(execute=True):
        press(client, club, page, "import")

    ana.refresh_from_db()
    assert ana.birth_year == 2012
    assert "Ratings that move: " in page.text
    # 1600 against a newcomer's 1200: the win gives K times 0.08, with K 40 instead of 20.
    after = Rating.objects.get(player=ana, rating_list=list_of(club)).rating
    assert (before, after) == (1602, 1603)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The submitted file is empty."),
        (b"PK\x03\x04\x00\x00", "This is not a text file."),
        (b"date;score\n1;2\n", "There is no column of names."),
        (b"x" * 5_000_001, "The file is larger than 5 MB."),
    ],
)
def test_a_wrong_file_is_refused_at_its_field(client, club, organiser, data, message):
    page = choose(client, club, data)

    assert page.status_code == 422
    assert message in page.text
    assert people(club) == []


def test_two_presses_import_once(client, club, organiser):
    page = choose(client, club, INPUT_A.encode())

    press(client, club, page, "import")
    second = press(client, club, page, "import")

    assert second.status_code == 409
    assert len(people(club)) == 3


def test_the_queries_do_not_grow_with_the_rows(client, club, organiser, django_assert_num_queries):
    def rows(count):
        return ("name\n" + "".join(f"Player {chr(65 + n)}\n" for n in range(count))).encode()

    for count in (1, 3):
        with django_assert_num_queries(8):
            choose(client, club, rows(count))
