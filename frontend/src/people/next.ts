/** Where to go after signing in: always a page of this site, whatever the address says. */

export function nextPage(wanted: string | null, origin: string, otherwise = "/"): string {
  if (!wanted?.startsWith("/")) return otherwise;
  try {
    const url = new URL(wanted, origin);
    if (url.origin !== origin || /^\/(login|api)(\/|$)/.test(url.pathname)) return otherwise;
    return url.pathname + url.search + url.hash;
  } catch {
    return otherwise;
  }
}
