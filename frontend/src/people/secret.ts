/** The secret behind the # of a link, taken out of the address bar and the history. */

export function takeSecret(): string {
  const secret = location.hash.slice(1);
  if (secret) history.replaceState(null, "", location.pathname);
  return secret;
}
