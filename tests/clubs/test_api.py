"""The ground of the REST API: tokens, one shape of errors, versions, idempotency, limits."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from clubs.models import AuditEvent, Membership, Player
from clubs.players import pseudonymise_player
from clubs.tokens import make_token
from ratings.policies import open_lists

BASE = "/api/v1/clubs/north/"


@pytest.fixture
def tool(people):
    """Return a client that carries a token with every scope."""
    _token, text = make_token(
        people.access(people.ana), "Tool", ["read", "results", "pairing", "manage", "close"]
    )
    return _client(text)


def _client(text: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    return client


def test_a_player_is_added_read_and_changed(tool):
    added = tool.post(f"{BASE}players/", {"name": "Sousa, Ana", "fide_id": 77}, format="json")
    assert added.status_code == 201
    number = added.json()["id"]

    changed = tool.patch(
        f"{BASE}players/{number}/",
        {"title": "CM"},
        format="json",
        headers={"If-Match": added["ETag"]},
    )

    assert (changed.status_code, changed["ETag"]) == (200, '"v2"')
    assert tool.get(f"{BASE}players/{number}/").json()["title"] == "CM"
    assert AuditEvent.objects.get(action="player_changed").actor_label == "Tool"


def test_a_year_of_birth_alone_takes_a_date_of_another_year_away(people, tool):
    open_lists(people.north)
    born = {"name": "Sousa, Ana", "birth_date": "2013-05-14"}
    number = tool.post(f"{BASE}players/", born, format="json").json()["id"]
    address = f"{BASE}players/{number}/"

    same = tool.patch(address, {"birth_year": 2013}, format="json").json()
    other = tool.patch(address, {"birth_year": 2012}, format="json").json()

    assert (same["birth_year"], same["birth_date"]) == (2013, "2013-05-14")
    assert (other["birth_year"], other["birth_date"]) == (2012, None)


def test_no_write_takes_a_field_it_does_not_know(people):
    client = APIClient()
    client.force_authenticate(people.ana)
    bruno = Membership.objects.get(user=people.bruno)

    answers = [
        client.patch(BASE, {"nmae": "North Club"}, format="json"),
        client.patch(f"{BASE}members/{bruno.pk}/", {"role": "helper", "rle": "x"}, format="json"),
    ]

    assert [answer.status_code for answer in answers] == [422, 422]
    errors = [answer.json()["errors"] for answer in answers]
    assert [[(e["path"], e["code"]) for e in each] for each in errors] == [
        [("nmae", "unknown_field")], [("rle", "unknown_field")],
    ]  # fmt: skip
    bruno.refresh_from_db()
    assert bruno.role == "member"


def test_another_state_answers_412_with_the_state_it_is_in(tool):
    number = tool.post(f"{BASE}players/", {"name": "Sousa, Ana"}, format="json").json()["id"]

    refused = tool.patch(
        f"{BASE}players/{number}/", {"title": "CM"}, format="json", headers={"If-Match": '"v9"'}
    )

    assert refused.status_code == 412
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "player_changed"
    assert refused.json()["facts"] == {"version": 1}


def test_every_wrong_field_has_its_path_and_code(tool):
    refused = tool.post(
        f"{BASE}players/", {"name": "x" * 101, "sex": "q", "birth_year": "old"}, format="json"
    )

    assert refused.status_code == 422
    assert sorted((item["path"], item["code"]) for item in refused.json()["errors"]) == [
        ("birth_year", "invalid"),
        ("name", "max_length"),
        ("sex", "invalid_choice"),
    ]


def test_the_same_key_is_answered_once(tool):
    first = tool.post(
        f"{BASE}players/", {"name": "Lima, Rui"}, format="json", headers={"Idempotency-Key": "k1"}
    )
    again = tool.post(
        f"{BASE}players/", {"name": "Lima, Rui"}, format="json", headers={"Idempotency-Key": "k1"}
    )

    assert (again.status_code, again.json()) == (201, first.json())
    assert again["Idempotent-Replayed"] == "true"
    assert again["ETag"] == first["ETag"]
    assert Player.objects.count() == 1


def test_the_same_key_for_another_request_is_refused(tool):
    for name, status in (("Lima, Rui", 201), ("Lima, Ana", 422)):
        answer = tool.post(
            f"{BASE}players/", {"name": name}, format="json", headers={"Idempotency-Key": "k1"}
        )
        assert answer.status_code == status

    assert answer.json()["code"] == "idempotency_key_reused"
    assert list(Player.objects.values_list("name", flat=True)) == ["Lima, Rui"]


def test_a_refused_write_may_be_tried_again_under_its_key(tool):
    for name, status in (("", 422), ("Lima, Rui", 201)):
        answer = tool.post(
            f"{BASE}players/", {"name": name}, format="json", headers={"Idempotency-Key": "k1"}
        )
        assert answer.status_code == status


def test_a_write_without_credentials_is_asked_for_them_whatever_the_club(people):
    answers = [
        APIClient().post(f"/api/v1/clubs/{slug}/players/", {"name": "X"}, format="json")
        for slug in ("north", "no-such-club")
    ]

    assert [answer.status_code for answer in answers] == [401, 401]
    assert answers[0].json() == answers[1].json()
    assert answers[0]["WWW-Authenticate"].startswith("Bearer")


def test_a_foreign_object_and_an_unknown_one_answer_alike(people, tool):
    foreign = Player.objects.create(club=people.south, name="Zé", search_name="ze")
    member = Membership.objects.get(club=people.south)

    for path in (f"players/{foreign.pk}/", f"members/{member.pk}/"):
        unknown = path.rsplit("/", 2)[0] + "/999999999/"
        answers = [tool.get(BASE + address) for address in (path, unknown)]
        assert [answer.status_code for answer in answers] == [404, 404]
        assert answers[0].json() == answers[1].json()
    assert tool.get("/api/v1/clubs/south/players/").status_code == 404


def test_an_invalid_token_is_401_and_a_missing_right_403(people):
    _token, text = make_token(people.access(people.ana), "Reader", ["read"])

    assert _client("rf_nonsense").get(f"{BASE}players/").status_code == 401
    refused = _client(text).post(f"{BASE}players/", {"name": "X"}, format="json")
    assert (refused.status_code, refused.json()["facts"]) == (403, {"right": "manage"})


def test_a_token_of_one_event_reads_no_member_data(people):
    _token, text = make_token(people.access(people.ana), "Event", ["manage"], event_number=1)

    for path in ("members/", "players/", "tokens/", "audit/", "webhooks/"):
        assert _client(text).get(BASE + path).status_code == 404


def test_a_tokens_text_is_shown_once(tool):
    made = tool.post(f"{BASE}tokens/", {"label": "New", "scopes": ["read"]}, format="json")

    text = made.json()["token"]
    listed = tool.get(f"{BASE}tokens/").content.decode()
    assert _client(text).get(f"{BASE}players/").status_code == 200
    assert text not in listed


def test_lists_come_in_pages(people, tool):
    for number in range(5):
        Player.objects.create(club=people.north, name=f"P{number}", search_name=f"p{number}")

    names, address = [], f"{BASE}players/?page_size=2"
    while address:
        body = tool.get(address).json()
        names += [item["name"] for item in body["results"]]
        address = body["next"]

    assert names == ["P0", "P1", "P2", "P3", "P4"]


def test_the_answer_says_how_many_calls_are_left(tool):
    first = int(tool.get(f"{BASE}players/")["RateLimit-Remaining"])

    assert int(tool.get(f"{BASE}players/")["RateLimit-Remaining"]) == first - 1


def test_a_body_that_is_too_large_is_refused_before_it_is_read(tool):
    refused = tool.post(f"{BASE}players/", {"name": "x" * 2_000_001}, format="json")

    assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")


def test_public_reads_are_open_to_other_sites_without_cookies(people):
    answer = APIClient().get(f"{BASE}players/", headers={"Origin": "https://club.example"})

    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer


@pytest.mark.parametrize("rows", [1, 3])
def test_a_list_costs_the_same_queries_for_one_row_and_for_three(
    people, tool, rows, django_assert_num_queries
):
    for number in range(rows):
        Player.objects.create(club=people.north, name=f"P{number}", search_name=f"p{number}")
    tool.get(f"{BASE}players/")

    with django_assert_num_queries(2):
        tool.get(f"{BASE}players/")


def test_a_list_may_be_cut_down_to_some_fields(people, tool):
    Player.objects.create(club=people.north, name="Ana", search_name="ana", title="CM")

    page = tool.get(f"{BASE}players/?fields=name,title").json()
    refused = tool.get(f"{BASE}players/?fields=name,elo,,fide_id")

    assert page["results"] == [{"name": "Ana", "title": "CM"}]
    assert refused.status_code == 422
    assert [(item["path"], item["code"]) for item in refused.json()["errors"]] == [
        ("fields[1]", "unknown_field"),
        ("fields[2]", "unknown_field"),
    ]
    assert "name" in refused.json()["errors"][0]["facts"]["allowed"]


def test_a_player_whose_name_was_taken_away_is_not_named_again(people, tool):
    number = tool.post(f"{BASE}players/", {"name": "Sousa, Ana"}, format="json").json()["id"]
    pseudonymise_player(people.access(people.ana), Player.objects.get(pk=number))

    named = tool.patch(
        f"{BASE}players/{number}/", {"name": "Sousa, Ana", "fide_id": 77}, format="json"
    )

    assert named.status_code == 409
    assert named.json()["code"] == "pseudonymised"
    assert named.json()["facts"] == {"fields": ["fide_id", "name"]}
    hidden = tool.patch(f"{BASE}players/{number}/", {"is_hidden": True}, format="json")
    assert (hidden.status_code, hidden.json()["name"]) == (200, f"Player {number}")


def test_an_archived_player_is_brought_back(people, tool):
    number = tool.post(f"{BASE}players/", {"name": "Sousa, Ana"}, format="json").json()["id"]
    tool.delete(f"{BASE}players/{number}/")
    names = [item["name"] for item in tool.get(f"{BASE}players/").json()["results"]]

    back = tool.patch(f"{BASE}players/{number}/", {"is_archived": False}, format="json")

    assert "Sousa, Ana" not in names
    assert (back.status_code, back.json()["is_archived"]) == (200, False)
    assert tool.get(f"{BASE}players/?search=sousa").json()["results"][0]["id"] == number


def test_an_invitation_is_listed_without_its_link_and_taken_back(tool):
    made = tool.post(f"{BASE}members/", {"role": "member"}, format="json").json()

    listed = tool.get(f"{BASE}invitations/").json()["results"]
    gone = tool.delete(f"{BASE}invitations/{made['id']}/")

    assert made["link"].startswith("http")
    assert [(item["id"], item["role"], "link" in item) for item in listed] == [
        (made["id"], "member", False)
    ]
    assert gone.status_code == 204
    assert tool.get(f"{BASE}invitations/").json()["results"] == []
    assert tool.delete(f"{BASE}invitations/{made['id']}/").status_code == 404
