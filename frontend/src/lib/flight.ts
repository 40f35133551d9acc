/** Tiles glide from where they were to where they are, found by comparing two states. */

import { type Flight, taken } from "./places";
import { speed } from "./settings.svelte";

export { type Flight, flights, type TilePlaces } from "./places";

const FLY = 320;
const APART = 40;

/** Where each place is on the screen now. */
export function survey(root: ParentNode): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<Element>("[data-place]"))
    found.set(
      (element as HTMLElement | SVGElement).dataset.place ?? "",
      element.getBoundingClientRect(),
    );
  return found;
}

/** The tiles that fly, flight by flight, where they lie now: as `data-color` in their place, or named
 * with it. */
function leaving(all: Flight[]): Element[][] {
  const before = taken(all);
  return all.map(({ from, color, count }, at) => {
    const lying = [
      ...document.querySelectorAll(
        `[data-place="${from}"] [data-color="${color}"], [data-lies="${from} ${color}"]`,
      ),
    ];
    const others = before[at] ?? 0; // they go elsewhere: to the floor, or to the centre
    return lying.length > others ? lying.slice(others, others + count) : lying;
  });
}

/** Let tiles fly from where they lie, and hide them there; call what it returns when the new state is
 * drawn. */
export async function travel(
  all: Flight[],
  { draw, size }: { draw: (color: number, size: number) => SVGElement; size: number },
  signal: AbortSignal,
): Promise<() => void> {
  const hidden = leaving(all);
  const places = survey(document);
  const starts = hidden.map((elements) => elements.map((one) => one.getBoundingClientRect()));
  for (const element of hidden.flat()) element.classList.add("leaving");
  await fly(all, places, places, draw, { signal, size, starts });
  return () => {
    for (const element of hidden.flat()) element.classList.remove("leaving");
  };
}

/** Draw the flights over the page. Resolves when the last tile has landed; `signal` ends them at once. */
export async function fly(
  all: Flight[],
  from: Map<string, DOMRect>,
  to: Map<string, DOMRect>,
  draw: (color: number, size: number) => SVGElement,
  {
    signal,
    size = 40,
    starts = [],
  }: { signal?: AbortSignal; size?: number; starts?: DOMRect[][] } = {}, // where each tile starts
): Promise<void> {
  const pace = speed();
  if (!pace || !all.length || document.hidden || signal?.aborted) return;
  const layer = document.createElement("div");
  layer.className = "flights";
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);
  const running: Animation[] = [];
  let number = 0;
  for (const [at, flight] of all.entries()) {
    const start = from.get(flight.from);
    const end = to.get(flight.to) ?? from.get(flight.to);
    if (!start || !end) continue;
    for (let i = 0; i < Math.min(flight.count, 5); i++) {
      const tile = draw(flight.color, size);
      tile.classList.add("flying");
      layer.append(tile);
      const lies = starts[at]?.[i];
      const spread = lies ? 0 : (i - (flight.count - 1) / 2) * size * 0.3;
      const place = lies ?? start;
      const [x0, y0] = [
        place.x + place.width / 2 - size / 2 + spread,
        place.y + place.height / 2 - size / 2,
      ];
      const [x1, y1] = [end.x + end.width / 2 - size / 2, end.y + end.height / 2 - size / 2];
      const lift = Math.min(40, Math.hypot(x1 - x0, y1 - y0) / 8);
      running.push(
        tile.animate(
          [
            { transform: `translate(${x0}px, ${y0}px)`, opacity: 1 },
            { transform: `translate(${(x0 + x1) / 2}px, ${(y0 + y1) / 2 - lift}px)`, opacity: 1 },
            { transform: `translate(${x1}px, ${y1}px)`, opacity: 1 },
          ],
          {
            duration: FLY * pace,
            delay: Math.min(number++ * APART, 500) * pace,
            easing: "cubic-bezier(.3, .1, .2, 1)",
            fill: "both",
          },
        ),
      );
    }
  }
  const stop = () => {
    for (const animation of running) animation.finish();
  };
  signal?.addEventListener("abort", stop);
  await Promise.allSettled(running.map((animation) => animation.finished));
  signal?.removeEventListener("abort", stop);
  layer.remove();
}

/** Wait, scaled by the player's speed setting; `signal` ends it at once. */
export function rest(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const pause = milliseconds * speed();
  if (!pause || signal?.aborted || document.hidden) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(done, pause);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
}
