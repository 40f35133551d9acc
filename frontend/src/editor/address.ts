/** What people paste into the editor: a position, or the address of one. */

import { isRules } from "../games";

export type Pasted =
  | { kind: "position"; text: string }
  | { kind: "game"; game: string; ply: number | null };

/** Read a position, an address with `?position=`, or the address of a game, with or without a ply. */
export function pasted(text: string): Pasted {
  const trimmed = text.trim();
  if (isRules(trimmed.split(/\s/, 1)[0])) return { kind: "position", text: trimmed };
  const [path = "", query = ""] = trimmed.split("?", 2);
  const values = new URLSearchParams(query.split("#")[0]);
  const position = values.get("position");
  if (position) return { kind: "position", text: position };
  const game = /(?:^|\/games\/)([\w-]{6,40})(?:\/replay)?\/?$/.exec(path.split("#")[0] ?? "")?.[1];
  const ply = values.get("ply");
  if (game) return { kind: "game", game, ply: ply && /^\d+$/.test(ply) ? Number(ply) : null };
  return { kind: "position", text: trimmed };
}
