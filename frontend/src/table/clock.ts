/** Time as people read it. */

/** "3:41", "1:02:09"; below ten seconds with tenths. */
export function live(milliseconds: number): string {
  const rest = Math.max(0, milliseconds);
  if (rest < 10_000) return (Math.floor(rest / 100) / 10).toFixed(1);
  const seconds = Math.floor(rest / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
