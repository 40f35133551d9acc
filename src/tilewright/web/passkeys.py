"""Passkeys: sign up and sign in with a key that never leaves one's device (WebAuthn).

Both take two steps. `begin` asks the device a question, the challenge, and hands out a signed token
that contains it; `finish` takes the token back with the device's answer. A token is valid for five
minutes, on every node, and is used up by the first answer that fits.
"""

from __future__ import annotations

import secrets
from typing import Annotated, TypedDict, cast
from urllib.parse import urlsplit

import structlog
from fastapi import APIRouter, Path, Request
from itsdangerous import BadSignature, URLSafeTimedSerializer
from pydantic import BaseModel, ConfigDict, Field, JsonValue
from starlette.responses import Response
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tilewright.store.accounts import Accounts, Passkey, PasskeyTaken
from tilewright.store.users import NameTaken
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.web import letters, people
from tilewright.web.accounts import AnyName, Me, PasskeyRow, me, settled
from tilewright.web.attempts import attempt
from tilewright.web.description import PROBLEMS
from tilewright.web.house import House
from tilewright.web.people import Owner, Proven, TheAccounts, TheHouse, sign_in
from tilewright.web.tables import Strict

SECONDS = 300  # for which a challenge is valid
MANY_PASSKEYS = 10
ID_LIMIT = 400  # characters
REQUIRED = UserVerificationRequirement.REQUIRED  # the key alone is not enough: a finger, a PIN

log = structlog.get_logger()
router = APIRouter(prefix="/api/passkeys", responses=PROBLEMS)

Base64 = Annotated[str, Field(min_length=1, max_length=ID_LIMIT, pattern=r"^[A-Za-z0-9_-]+$")]
Token = Annotated[str, Field(max_length=1000)]


class Challenge(TypedDict):
    """What a token contains."""

    challenge: str
    user: str  # whom a new key is for, and in which session
    session: str
    name: str  # that a guest wants for the account


class PasskeyOptions(BaseModel):
    """What to call `navigator.credentials` with, and the token for the second step."""

    token: str
    options: dict[str, JsonValue] = Field(description="PublicKeyCredential…OptionsJSON")


class Credential(BaseModel):
    """What the device answered: `PublicKeyCredential.toJSON()`."""

    model_config = ConfigDict(extra="ignore")
    id: Base64
    raw_id: Base64 = Field(alias="rawId")
    type: str
    response: dict[str, JsonValue]


class NewKey(Strict):
    """A key to be registered; guests who give no name keep the one they have."""

    name: AnyName | None = None


class NewKeyAnswer(Strict):
    """The answer of the device that has made a key."""

    token: Token
    credential: Credential
    label: Annotated[str, Field(max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")] = "passkey"


class KeyAnswer(Strict):
    """The answer of the device that holds a key."""

    token: Token
    credential: Credential


def party(request: Request) -> tuple[str, list[str]]:
    """The relying party of keys: the host's name, and the origins of its pages."""
    settings = people.house(request).settings
    scheme = "https" if settings.https else "http"
    url = settings.public_url or f"{scheme}://{request.headers.get('host', '')}"
    try:
        parts = urlsplit(url)
        if not parts.hostname:
            raise ValueError
    except ValueError:
        raise Refused("bad_request", "this host has no name") from None
    return parts.hostname, [f"{parts.scheme}://{parts.netloc}", *settings.origins.split()]


def signer(house: House, use: str) -> URLSafeTimedSerializer:
    """What signs the tokens of one use."""
    return URLSafeTimedSerializer(house.secret, salt=f"tilewright passkey {use} 1")


def unpack(house: House, use: str, token: str) -> Challenge:
    """What a token contains, if it is ours and not too old."""
    try:
        return cast(Challenge, signer(house, use).loads(token, max_age=SECONDS))
    except BadSignature:
        raise Refused("challenge", "this took too long; start again") from None


# Register


@router.post("/register/begin")
async def begin_register(
    request: Request, user: Proven, house: TheHouse, accounts: TheAccounts, body: NewKey
) -> PasskeyOptions:
    """Ask my device to make a key: for my account, or for the one I will have as a guest."""
    if user.kind != "guest" and body.name is not None:
        raise Refused("account", "you already have an account")
    name = user.name
    if user.kind == "guest":
        name = await settled(accounts, user, body.name or user.name)
    known = await accounts.passkeys_of(user.id)
    if len(known) >= MANY_PASSKEYS:
        raise Refused("too_many", f"at most {MANY_PASSKEYS} passkeys; delete one first")
    challenge = secrets.token_bytes(32)
    options = generate_registration_options(
        rp_id=party(request)[0],
        rp_name="Tilewright",
        user_id=user.id.encode(),
        user_name=name,
        challenge=challenge,
        timeout=1000 * SECONDS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=REQUIRED
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in known
        ],
    )
    question: Challenge = {
        "challenge": bytes_to_base64url(challenge),
        "user": user.id,
        "session": people.session_id(request),
        "name": name if user.kind == "guest" else "",
    }
    token = str(signer(house, "register").dumps(question))
    return PasskeyOptions(token=token, options=options_to_json_dict(options))


@router.post("/register/finish", status_code=201)
async def finish_register(
    request: Request,
    response: Response,
    user: Owner,
    house: TheHouse,
    accounts: TheAccounts,
    body: NewKeyAnswer,
) -> Me:
    """Keep the key that my device has made; a guest has an account now, and keeps their games."""
    question = unpack(house, "register", body.token)
    if (question["user"], question["session"]) != (user.id, people.session_id(request)):
        raise Refused("challenge", "this was asked in another session; start again")
    host, origins = party(request)
    try:
        made = verify_registration_response(
            credential=body.credential.model_dump(by_alias=True),
            expected_challenge=base64url_to_bytes(question["challenge"]),
            expected_rp_id=host,
            expected_origin=origins,
            require_user_verification=True,
        )
    except Exception:  # whatever a device or a liar may send
        raise Refused("passkey", "the device's answer is not valid") from None
    id = bytes_to_base64url(made.credential_id)
    if len(id) > ID_LIMIT:
        raise Refused("passkey", "the id of this passkey is too long")
    if not await accounts.spend(body.token, now()):
        raise Refused("challenge", "this has already been answered; start again")
    label = body.label.strip() or "passkey"
    key = Passkey(id, user.id, label, made.credential_public_key, made.sign_count, now())
    try:
        if user.kind != "guest":
            if not await accounts.add_passkey(key, most=MANY_PASSKEYS):
                raise Refused("too_many", f"at most {MANY_PASSKEYS} passkeys; delete one first")
            log.info("passkey added", user=user.id)
            letters.notify(house, user.id, "passkey_added")
            return me(user)
        if not await accounts.settle(user.id, question["name"], passkey=key):
            raise Refused("account", "you already have an account")
    except PasskeyTaken:
        raise Refused("passkey_taken", "this passkey is already registered") from None
    except NameTaken:
        raise Refused("name_taken", "this name is taken") from None
    user = user._replace(name=question["name"], kind="person")
    await sign_in(request, response, user)
    return me(user)


# Sign in


@router.post("/login/begin")
async def begin_login(request: Request, house: TheHouse) -> PasskeyOptions:
    """Ask for any key the device has; nobody is named, so nothing is given away."""
    return ask_for_key(request, house, "login", [])


@router.post("/login/finish")
async def finish_login(
    request: Request, response: Response, house: TheHouse, accounts: TheAccounts, body: KeyAnswer
) -> Me:
    """Sign in with the key on my device."""
    key = await used_key(request, house, accounts, body, use="login")
    user = await house.users.by_id(key.user)
    if user is None:
        raise Refused("passkey", "the device's answer is not valid")
    await sign_in(request, response, user)
    return me(user)


@router.post("/prove/begin")
async def begin_prove(
    request: Request, user: Owner, house: TheHouse, accounts: TheAccounts
) -> PasskeyOptions:
    """Ask my device for one of my keys, to prove that it is me."""
    return ask_for_key(request, house, "prove", await accounts.passkeys_of(user.id))


@router.post("/prove/finish", status_code=204)
async def finish_prove(
    request: Request,
    response: Response,
    user: Owner,
    house: TheHouse,
    accounts: TheAccounts,
    body: KeyAnswer,
) -> None:
    """Prove with my device's key that it is me; a new session begins, and the proof counts for ten
    minutes."""
    key = await used_key(request, house, accounts, body, use="prove")
    if key.user != user.id:
        raise Refused("passkey", "this is the key of another account")
    await sign_in(request, response, user)


def ask_for_key(request: Request, house: House, use: str, keys: list[Passkey]) -> PasskeyOptions:
    """A question to the device for one of these keys, or for whatever key it has."""
    challenge = secrets.token_bytes(32)
    options = generate_authentication_options(
        rp_id=party(request)[0],
        challenge=challenge,
        timeout=1000 * SECONDS,
        allow_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in keys
        ],
        user_verification=REQUIRED,
    )
    question: Challenge = {
        "challenge": bytes_to_base64url(challenge),
        "user": "",
        "session": people.session_id(request) if use == "prove" else "",
        "name": "",
    }
    token = str(signer(house, use).dumps(question))
    return PasskeyOptions(token=token, options=options_to_json_dict(options))


async def used_key(
    request: Request, house: House, accounts: Accounts, body: KeyAnswer, *, use: str
) -> Passkey:
    """The key with which a device has answered a question; that uses up the question."""
    question = unpack(house, use, body.token)
    if use == "prove" and question["session"] != people.session_id(request):
        raise Refused("challenge", "this was asked in another session; start again")
    host, origins = party(request)
    async with attempt(request, house):
        key = await accounts.passkey(body.credential.id)
        try:
            if key is None:
                raise ValueError
            used = verify_authentication_response(
                credential=body.credential.model_dump(by_alias=True),
                expected_challenge=base64url_to_bytes(question["challenge"]),
                expected_rp_id=host,
                expected_origin=origins,
                credential_public_key=key.public_key,
                credential_current_sign_count=key.uses,
                require_user_verification=True,
            )
            handle = body.credential.response.get("userHandle")
            if handle is not None and handle != bytes_to_base64url(key.user.encode()):
                raise ValueError
        except Exception:  # whatever a device or a liar may send
            raise Refused("passkey", "the device's answer is not valid") from None
        if not await accounts.spend(body.token, now()):
            raise Refused("challenge", "this has already been answered; start again")
        if not await accounts.count_passkey(key, used.new_sign_count):
            raise Refused("passkey", "the device's answer is not valid")
    return key


# Lists


@router.get("")
async def my_passkeys(user: Owner, accounts: TheAccounts) -> list[PasskeyRow]:
    """My passkeys."""
    return [PasskeyRow(**key._asdict()) for key in await accounts.passkeys_of(user.id)]


@router.delete("/{id}", status_code=204)
async def drop_passkey(
    id: Annotated[Base64, Path()], user: Proven, house: TheHouse, accounts: TheAccounts
) -> None:
    """Forget a passkey, unless it is the last way to sign in."""
    mine = [key.id for key in await accounts.passkeys_of(user.id)]
    if id not in mine:
        raise Refused("not_found", "you have no such passkey")
    if not await accounts.drop_passkey(user.id, id):
        raise Refused("last_key", "set a password first: otherwise you could no longer sign in")
    log.info("passkey removed", user=user.id)
    letters.notify(house, user.id, "passkey_gone")
