/** Browser storage; where a private window refuses it, values last as long as the page. */

const forgetful = new Map<string, string>();

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return forgetful.get(key) ?? null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    forgetful.set(key, value);
  }
}
