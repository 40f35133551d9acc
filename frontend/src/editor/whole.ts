/** A whole number within bounds, from what was typed. */
export const whole = (text: string, low: number, high: number): number =>
  Math.min(high, Math.max(low, Math.floor(Number(text)) || low));
