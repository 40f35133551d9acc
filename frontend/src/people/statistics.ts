/** The statistics of finished games that a profile shows. */

/** The statistics that have a name, with it, in the order of the names. */
export function named<Value>(
  numbers: Record<string, Value>,
  names: Record<string, () => string>,
): { name: string; value: Value }[] {
  return Object.entries(names).flatMap(([key, name]) => {
    const value = numbers[key];
    return value === undefined ? [] : [{ name: name(), value }];
  });
}
