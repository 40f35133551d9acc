/** Passkeys: the device answers the server's challenge (WebAuthn), sent as JSON. */

import { api, get, Refused } from "../lib/api";
import type { User } from "../lib/me.svelte";

export function encode(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function decode(text: string): ArrayBuffer {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)).buffer;
}

/** Whether this browser supports passkeys here. */
export const canPasskey = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && isSecureContext;

export function creation(
  options: PublicKeyCredentialCreationOptionsJSON,
): PublicKeyCredentialCreationOptions {
  return {
    ...options,
    challenge: decode(options.challenge),
    user: { ...options.user, id: decode(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map(descriptor),
  } as PublicKeyCredentialCreationOptions;
}

export function request(
  options: PublicKeyCredentialRequestOptionsJSON,
): PublicKeyCredentialRequestOptions {
  return {
    ...options,
    challenge: decode(options.challenge),
    allowCredentials: options.allowCredentials?.map(descriptor),
  } as PublicKeyCredentialRequestOptions;
}

const descriptor = (key: PublicKeyCredentialDescriptorJSON) => ({ ...key, id: decode(key.id) });

/** The device's answer, as the server reads it. */
export function answer(credential: PublicKeyCredential) {
  const said = credential.response as Partial<
    AuthenticatorAttestationResponse & AuthenticatorAssertionResponse
  >;
  const response: Record<string, string> = {};
  for (const part of [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ] as const) {
    const bytes = said[part];
    if (bytes) response[part] = encode(bytes);
  }
  return { id: credential.id, rawId: encode(credential.rawId), type: credential.type, response };
}

/** The device's own refusals, named like the server's. */
async function ask(question: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await question;
    if (credential) return credential as PublicKeyCredential;
  } catch (error) {
    const name = (error as DOMException).name;
    if (name === "InvalidStateError") throw new Refused("passkey_taken", name, 0);
    if (name !== "NotAllowedError" && name !== "AbortError")
      throw new Refused("device", String(error), 0);
  }
  throw new Refused("device_cancelled", "", 0);
}

/** Create a passkey for my account, or turn a guest into an account called `name`. */
export async function register(label: string, name?: string): Promise<User> {
  const begun = await get(api.POST("/api/passkeys/register/begin", { body: { name } }));
  const publicKey = creation(begun.options as unknown as PublicKeyCredentialCreationOptionsJSON);
  const credential = await ask(navigator.credentials.create({ publicKey }));
  const body = { token: begun.token, credential: answer(credential), label: label.slice(0, 40) };
  return get(api.POST("/api/passkeys/register/finish", { body }));
}

/** Sign in with a passkey of this device. */
export async function signIn(): Promise<User> {
  const body = await use(await get(api.POST("/api/passkeys/login/begin")));
  return get(api.POST("/api/passkeys/login/finish", { body }));
}

/** Prove my identity with a passkey. */
export async function prove(): Promise<void> {
  const body = await use(await get(api.POST("/api/passkeys/prove/begin")));
  await get(api.POST("/api/passkeys/prove/finish", { body }));
}

async function use(begun: { token: string; options: unknown }) {
  const publicKey = request(begun.options as PublicKeyCredentialRequestOptionsJSON);
  const credential = await ask(navigator.credentials.get({ publicKey }));
  return { token: begun.token, credential: answer(credential) };
}
