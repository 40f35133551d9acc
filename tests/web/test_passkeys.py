"""Passkeys on the real server, with a device in software."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cbor2
import httpx2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from itsdangerous import TimestampSigner

from tests.web.servers import Node
from tests.web.test_accounts import PASSWORD, Visitor, fresh_name, refusal, rows
from tilewright.web.app import create_app
from tilewright.web.settings import Settings

PRESENT, VERIFIED, ATTESTED = 1, 4, 64  # flags of a device's answer


def base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """An authenticator with one key; its answers can be falsified, to see what is refused."""

    def __init__(self, origin: str, *, counts: bool = True) -> None:
        self.origin, self.counts = origin, counts
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.handle = b""
        self.uses = 0
        self.flags = PRESENT | VERIFIED

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `navigator.credentials.create`."""
        self.handle = unbase64(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        data = self._data(options["rp"]["id"], self.flags | ATTESTED) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(clientDataJSON=client, attestationObject=statement)

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `navigator.credentials.get`."""
        self.uses += self.counts
        data = self._data(options["rpId"], self.flags)
        client = self._client("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        parts = {"authenticatorData": data, "signature": signature, "userHandle": self.handle}
        return self._answer(clientDataJSON=client, **parts)

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + struct.pack(">BI", flags, self.uses)

    def _client(self, kind: str, challenge: str) -> bytes:
        words = {"type": kind, "challenge": challenge, "origin": self.origin}
        return json.dumps({**words, "crossOrigin": False}).encode()

    def _answer(self, **parts: bytes) -> dict[str, Any]:
        response = {name: base64(part) for name, part in parts.items()}
        name = base64(self.id)
        extra = {"clientExtensionResults": {}, "authenticatorAttachment": "platform"}
        return {"id": name, "rawId": name, "type": "public-key", "response": response, **extra}


def register(visitor: Visitor, device: Device, **body: str) -> httpx2.Response:
    """Both steps of making a key."""
    asked = visitor.post("/api/passkeys/register/begin", json=body).json()
    return finish(visitor, "register", asked["token"], device.make(asked["options"]))


def sign_in(visitor: Visitor, device: Device) -> httpx2.Response:
    """Both steps of using a key."""
    asked = visitor.post("/api/passkeys/login/begin").json()
    return finish(visitor, "login", asked["token"], device.use(asked["options"]))


def finish(visitor: Visitor, way: str, token: str, credential: object) -> httpx2.Response:
    body = {"token": token, "credential": credential}
    return visitor.post(f"/api/passkeys/{way}/finish", json=body)


@pytest.fixture
def guest(node: Node) -> Iterator[Visitor]:
    with Visitor(node) as visitor:
        yield visitor


@pytest.fixture
def nobody(node: Node) -> Iterator[Visitor]:
    headers = {"x-forwarded-for": f"198.51.100.{secrets.randbelow(250)}"}
    with Visitor(node, guest=False, headers=headers) as visitor:
        yield visitor


@pytest.mark.parametrize("counts", [True, False])
def test_a_guest_stays_with_a_passkey(
    node: Node, guest: Visitor, nobody: Visitor, counts: bool
) -> None:
    device, name, id = Device(node.url, counts=counts), fresh_name(), guest.me["id"]
    table = {"game": "classic", "seats": ["me", "open"]}
    game = guest.post("/api/tables", json=table).json()["game"]
    made = register(guest, device, name=name)
    assert made.status_code == 201, made.text
    assert made.json() == {"id": id, "name": name, "kind": "person", "preferences": {}}
    assert guest.get("/api/account").json()["has_password"] is False
    for _ in range(2):
        answer = sign_in(nobody, device)
        assert answer.status_code == 200 and answer.json()["id"] == id
        assert "httponly" in answer.headers["set-cookie"].lower()
    assert [row["game"] for row in nobody.get("/api/me/games").json()] == [game]
    [key] = nobody.get("/api/passkeys").json()
    assert key["id"] == base64(device.id) and key["name"] == "passkey" and key["created"] > 0


def test_what_the_device_is_asked(node: Node, guest: Visitor, nobody: Visitor) -> None:
    asked = guest.post("/api/passkeys/register/begin", json={}).json()["options"]
    assert asked["rp"] == {"name": "Tilewright", "id": "127.0.0.1"}
    assert asked["user"]["name"] == guest.me["name"]
    assert unbase64(asked["user"]["id"]).decode() == guest.me["id"]
    choice = asked["authenticatorSelection"]
    assert choice["residentKey"] == choice["userVerification"] == "required"
    device = Device(node.url)
    register(guest, device)
    again = guest.post("/api/passkeys/register/begin", json={}).json()["options"]
    assert [key["id"] for key in again["excludeCredentials"]] == [base64(device.id)]
    asked = nobody.post("/api/passkeys/login/begin").json()["options"]
    assert asked["rpId"] == "127.0.0.1" and asked["allowCredentials"] == []
    assert asked["userVerification"] == "required"


def test_a_person_has_several_passkeys(node: Node, guest: Visitor, nobody: Visitor) -> None:
    guest.settle()
    first, second = Device(node.url), Device(node.url)
    assert register(guest, first).status_code == register(guest, second).status_code == 201
    assert refusal(register(guest, first)) == "passkey_taken"
    named = guest.post("/api/passkeys/register/begin", json={"name": fresh_name()})
    assert refusal(named) == "account"
    assert len(guest.get("/api/passkeys").json()) == 2
    assert guest.get("/api/me/export").json()["passkeys"] == guest.get("/api/passkeys").json()
    path = f"/api/passkeys/{base64(first.id)}"
    with Visitor(node) as stranger:
        assert refusal(stranger.delete(path)) == "not_found"
    assert guest.delete(path).status_code == 204
    assert refusal(guest.delete(path)) == "not_found"
    assert refusal(sign_in(nobody, first)) == "passkey"
    assert sign_in(nobody, second).status_code == 200
    assert guest.delete(f"/api/passkeys/{base64(second.id)}").status_code == 204  # has a password
    for _ in range(10):
        assert register(guest, Device(node.url)).status_code == 201
    more = guest.post("/api/passkeys/register/begin", json={})
    assert refusal(more) == "too_many"


def test_the_last_way_in_stays(node: Node, guest: Visitor, nobody: Visitor) -> None:
    device, name = Device(node.url), fresh_name()
    register(guest, device, name=name)
    path = f"/api/passkeys/{base64(device.id)}"
    assert refusal(guest.delete(path)) == "last_key"
    new = {"new": PASSWORD}
    rows(node, "UPDATE sessions SET created = created - 660000 WHERE user = ?", guest.me["id"])
    assert refusal(guest.put("/api/account/password", json=new)) == "not_fresh"
    assert refusal(guest.delete("/api/me")) == "not_fresh"
    assert refusal(nobody.login(name)) == "login"
    assert sign_in(guest, device).status_code == 200
    assert guest.put("/api/account/password", json=new).status_code == 204
    assert nobody.login(name).status_code == 200
    assert guest.delete(path).status_code == 204


def test_leaving_with_a_passkey(node: Node, guest: Visitor) -> None:
    device = Device(node.url)
    id = register(guest, device, name=fresh_name()).json()["id"]
    assert guest.delete("/api/me").status_code == 204
    assert rows(node, "SELECT * FROM passkeys WHERE user = ?", id) == []
    assert refusal(sign_in(guest, device)) == "passkey"


def test_names_of_guests_with_passkeys(node: Node, guest: Visitor) -> None:
    with Visitor(node) as other:
        name = fresh_name()
        asked = guest.post("/api/passkeys/register/begin", json={"name": name}).json()
        other.settle(name)
        body = {"name": name}
        taken = guest.post("/api/passkeys/register/begin", json=body)
        assert refusal(taken) == "name_taken"
        answer = finish(guest, "register", asked["token"], Device(node.url).make(asked["options"]))
        assert refusal(answer) == "name_taken"
        assert guest.me["kind"] == "guest" and guest.get("/api/passkeys").json() == []
    bad = guest.post("/api/passkeys/register/begin", json={"name": "admin"})
    assert refusal(bad) == "name_reserved"


def test_a_challenge_counts_once(node: Node, guest: Visitor, nobody: Visitor) -> None:
    device = Device(node.url, counts=False)
    asked = guest.post("/api/passkeys/register/begin", json={}).json()
    answer = device.make(asked["options"])
    assert finish(guest, "register", asked["token"], answer).status_code == 201
    assert refusal(finish(guest, "register", asked["token"], answer)) == "challenge"
    asked = nobody.post("/api/passkeys/login/begin").json()
    answer = device.use(asked["options"])
    assert finish(nobody, "login", asked["token"], answer).status_code == 200
    assert refusal(finish(nobody, "login", asked["token"], answer)) == "challenge"
    spent = Visitor(node, guest=False, headers={"authorization": f"Bearer {asked['token']}"})
    with spent as program:
        assert refusal(program.get("/api/me")) == "who"


def test_a_challenge_is_of_its_session_and_use(node: Node, guest: Visitor) -> None:
    device = Device(node.url)
    asked = guest.post("/api/passkeys/register/begin", json={}).json()
    answer = device.make(asked["options"])
    with Visitor(node) as other:
        assert refusal(finish(other, "register", asked["token"], answer)) == "challenge"
    assert refusal(finish(guest, "login", asked["token"], answer)) == "challenge"
    assert refusal(finish(guest, "register", asked["token"][:-2], answer)) == "challenge"
    assert refusal(finish(guest, "register", "", answer)) == "challenge"
    assert refusal(finish(guest, "register", "x" * 1001, answer)) == "bad_request"
    assert guest.get("/api/passkeys").json() == []
    assert TimestampSigner("x").sep == b"."  # so the second part of a token is its time
    data, _, signature = asked["token"].rpartition(".")
    later = data.rpartition(".")[0] + "." + base64(struct.pack(">I", 2**32 - 1)) + "." + signature
    assert refusal(finish(guest, "register", later, answer)) == "challenge"


def test_a_challenge_grows_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        file = f"sqlite:///{tmp_path / 'old.db'}"
        public = "https://tiles.example"
        app = create_app(Settings(database=file, https=True, public_url=public, warm=False))
        there = httpx2.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=there, base_url="https://node-7:8000") as visitor,
        ):
            await visitor.post("/api/guest")
            clock = TimestampSigner.get_timestamp
            for age, code in ((301, "challenge"), (290, "")):
                with monkeypatch.context() as patch:
                    patch.setattr(TimestampSigner, "get_timestamp", lambda s, a=age: clock(s) - a)
                    asked = (await visitor.post("/api/passkeys/register/begin", json={})).json()
                assert asked["options"]["rp"]["id"] == "tiles.example"
                body = {
                    "token": asked["token"],
                    "credential": Device(public).make(asked["options"]),
                    "label": " my phone ",
                }
                answer = await visitor.post("/api/passkeys/register/finish", json=body)
                assert refusal(answer) == code if code else answer.status_code == 201
            assert [k["name"] for k in (await visitor.get("/api/passkeys")).json()] == ["my phone"]

    asyncio.run(story())


def test_lies_are_refused(node: Node, guest: Visitor, nobody: Visitor) -> None:
    def code(device: Device) -> str:
        return refusal(register(guest, device))

    assert code(Device("https://elsewhere.example")) == "passkey"
    unverified = Device(node.url)
    unverified.flags = PRESENT
    assert code(unverified) == "passkey"
    asked = guest.post("/api/passkeys/register/begin", json={}).json()
    other = guest.post("/api/passkeys/register/begin", json={}).json()
    honest = Device(node.url)
    answer = honest.make(other["options"])
    assert refusal(finish(guest, "register", asked["token"], answer)) == "passkey"
    for part in ("clientDataJSON", "attestationObject"):
        for junk in ("", "AAAA", "!", 7, None, base64(b"[" * 3000)):
            bent = {**answer, "response": {**answer["response"], part: junk}}
            assert refusal(finish(guest, "register", other["token"], bent)) == "passkey"
    wrong: object
    for wrong in ({}, {**answer, "id": "!"}, {**answer, "rawId": "x" * 401}, [], None):
        assert refusal(finish(guest, "register", other["token"], wrong)) == "bad_request"
    assert finish(guest, "register", other["token"], answer).status_code == 201

    thief = Device(node.url)
    thief.id, thief.handle = honest.id, honest.handle  # but not the key
    assert refusal(sign_in(nobody, thief)) == "passkey"
    assert refusal(sign_in(nobody, Device(node.url))) == "passkey"
    phished = Device("https://elsewhere.example")
    phished.id, phished.key, phished.handle = honest.id, honest.key, honest.handle
    assert refusal(sign_in(nobody, phished)) == "passkey"
    honest.flags = PRESENT
    assert refusal(sign_in(nobody, honest)) == "passkey"
    honest.flags = PRESENT | VERIFIED
    honest.handle, handle = b"somebody else", honest.handle
    assert refusal(sign_in(nobody, honest)) == "passkey"
    honest.handle = handle
    assert sign_in(nobody, honest).status_code == 200
    honest.uses = 1  # a copy of the device, which has counted less
    assert refusal(sign_in(nobody, honest)) == "passkey"


def test_who_asks(node: Node, nobody: Visitor) -> None:
    for method, path in (("GET", ""), ("DELETE", "/x"), ("POST", "/register/begin")):
        assert refusal(nobody.request(method, f"/api/passkeys{path}", json={})) == "who"
    foreign = {"origin": "https://elsewhere.example"}
    assert refusal(nobody.post("/api/passkeys/login/begin", headers=foreign)) == "origin"
