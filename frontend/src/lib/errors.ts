/** Errors of the server, in the reader's language. */

import { m } from "../paraglide/messages";

/** Every code in docs/protocol.md, and those that arise here: `offline`, and the device's own. */
export const MEANINGS: Record<string, () => string> = {
  offline: m.error_offline,
  device: m.error_device,
  device_cancelled: m.error_device_cancelled,
  bad_request: m.error_bad_request,
  who: m.error_who,
  forbidden: m.error_forbidden,
  origin: m.error_origin,
  not_seated: m.error_not_seated,
  not_found: m.error_not_found,
  no_game: m.error_no_game,
  unreadable: m.error_unreadable,
  method: m.error_method,
  too_large: m.error_too_large,
  too_many: m.error_too_many,
  too_slow: m.error_too_slow,
  server: m.error_server,
  busy: m.error_busy,
  unavailable: m.error_unavailable,
  stale: m.error_stale,
  notation: m.error_notation,
  illegal: m.error_illegal,
  not_your_turn: m.error_not_your_turn,
  time: m.error_time,
  not_started: m.error_not_started,
  started: m.error_started,
  not_full: m.error_not_full,
  over: m.error_over,
  not_over: m.error_not_over,
  no_seat: m.error_no_seat,
  taken: m.error_taken,
  seated: m.error_seated,
  no_undo: m.error_no_undo,
  no_hint: m.error_no_hint,
  no_review: m.error_no_review,
  no_puzzle: m.error_no_puzzle,
  no_study: m.error_no_study,
  warming: m.error_warming,
  not_asked: m.error_not_asked,
  answered: m.error_answered,
  name: m.error_name,
  name_reserved: m.error_name_reserved,
  name_taken: m.error_name_taken,
  password: m.error_password,
  login: m.error_login,
  wrong_password: m.error_wrong_password,
  not_fresh: m.error_not_fresh,
  account: m.error_account,
  guest: m.error_guest,
  not_new: m.error_not_new,
  mail: m.error_mail,
  webhook: m.error_webhook,
  link: m.error_link,
  no_mail: m.error_no_mail,
  preferences: m.error_preferences,
  position: m.error_position,
  passkey: m.error_passkey,
  passkey_taken: m.error_passkey_taken,
  challenge: m.error_challenge,
  last_key: m.error_last_key,
};

// the server's own message says which part is wrong
const DETAILED = new Set(["bad_request", "notation", "illegal", "position"]);

/** A sentence for a refusal, an error on the socket, or anything else that was thrown. */
export function explain(error: unknown): string {
  const { code, text, message } = (error ?? {}) as Record<string, unknown>;
  const meaning = Object.hasOwn(MEANINGS, String(code)) ? MEANINGS[String(code)] : undefined;
  if (!meaning) return m.error_unknown();
  const detail = text ?? message;
  return DETAILED.has(String(code)) && typeof detail === "string" && detail
    ? m.error_detail({ text: meaning(), detail })
    : meaning();
}
