/** Arrow keys move the focus: left and right between plates, up and down between colours or lines. */

const shown = (root: ParentNode, name: string) => [
  ...root.querySelectorAll<HTMLElement>(`[data-${name}]`),
];
const next = <T>(all: T[], now: number, by: number): T | undefined =>
  all[(now + by + all.length) % all.length];

/** Move the focus with an arrow key; false if the key does nothing here. */
export function walk(root: ParentNode, key: string): boolean {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (!by) return false;
  const active = document.activeElement as HTMLElement | null;
  const targets = shown(root, "target");
  const groups = shown(root, "group").sort((a, b) => rank(a) - rank(b));
  const all =
    active?.dataset.target || (targets.length && !active?.dataset.group) ? targets : groups;
  if (!all.length) return false;
  const now = active ? all.indexOf(active) : -1;
  if (now < 0) all[0]?.focus();
  else if (all === targets) next(targets, now, by)?.focus();
  else {
    const plates = [...new Set(groups.map(source))];
    const here = source(groups[now] as HTMLElement);
    const along = groups.filter((group) => source(group) === here);
    if (key === "ArrowUp" || key === "ArrowDown")
      next(along, along.indexOf(groups[now] as HTMLElement), by)?.focus();
    else {
      const plate = next(plates, plates.indexOf(here), by);
      groups.find((group) => source(group) === plate)?.focus();
    }
  }
  return true;
}

const source = (group: HTMLElement) => Number(group.dataset.group?.split(" ")[0]);
const rank = (group: HTMLElement) =>
  (source(group) || 10) * 10 + Number(group.dataset.group?.split(" ")[1]);
