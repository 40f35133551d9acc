/** The order with another letter at a place: the two swap, so that each letter stays unique. */
export function swapped(order: string, place: number, letter: string): string {
  const before = order[place] ?? "";
  return [...order]
    .map((old, i) => (i === place ? letter : old === letter ? before : old))
    .join("");
}
