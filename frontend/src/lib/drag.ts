/** Drag tiles with mouse, pen or finger; a press that does not move stays a click. */

const FAR = 8;

export interface Carry {
  start: () => void;
  move: (x: number, y: number) => void;
  drop: (on: Element | null) => void; // what is under the pointer; null if the drag was cancelled
}

export function drag(event: PointerEvent, carry: Carry): void {
  if (event.button !== 0 || !event.isPrimary) return;
  let carried = false;
  const move = (to: PointerEvent) => {
    if (to.pointerId !== event.pointerId) return;
    if (!carried && Math.hypot(to.clientX - event.clientX, to.clientY - event.clientY) < FAR)
      return;
    if (!carried) carry.start();
    carried = true;
    carry.move(to.clientX, to.clientY);
  };
  const end = (to: PointerEvent) => {
    if (to.pointerId !== event.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!carried) return;
    // the click that ends a drag does not count
    const swallow = (click: Event) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    const under = document.elementFromPoint(to.clientX, to.clientY);
    carry.drop(to.type === "pointerup" ? under : null);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
