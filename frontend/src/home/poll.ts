/** Ask again every few seconds, as long as the page is visible. */
export function poll(ask: () => Promise<unknown>, seconds: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const again = async () => {
    clearTimeout(timer);
    if (ended || document.hidden) return;
    await ask();
    clearTimeout(timer);
    if (!ended && !document.hidden) timer = setTimeout(again, seconds * 1000);
  };
  const seen = () => void again();
  document.addEventListener("visibilitychange", seen);
  void again();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
