/** The secret after the # of a link, removed from the address bar and the history. */

export function takeSecret(): string {
  const secret = location.hash.slice(1);
  if (secret) history.replaceState(null, "", location.pathname);
  return secret;
}
