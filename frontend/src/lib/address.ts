/** Paths, and the parameters they name. */

export type Parameters = Record<string, string>;

/** The parameters that a path gives to a pattern such as `/games/:id`, or null if it does not match. */
export function match(pattern: string, path: string): Parameters | null {
  const want = pattern.split("/");
  const have = path.replace(/(.)\/$/, "$1").split("/");
  if (want.length !== have.length) return null;
  const found: Parameters = {};
  for (const [i, part] of want.entries()) {
    const given = have[i] ?? "";
    if (part.startsWith(":")) {
      if (!given) return null;
      try {
        found[part.slice(1)] = decodeURIComponent(given);
      } catch {
        return null;
      }
    } else if (part !== given) return null;
  }
  return found;
}
