import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject } from "react";
import {
  moveBy,
  toggleZoom,
  rotate,
  initialView,
  zoomBy,
  ZOOM_STEP,
  type PictureView,
  type Point,
  type Size,
} from "./picture-view.ts";

/** Scroll distance per zoom step: the more pixels, the slower the zoom. */
const WHEEL_PIXELS = 400;
const KEY_MOVE_PX = 40;

type Change = (next: (view: PictureView) => PictureView) => void;

function sizeOf(element: HTMLElement | null): Size {
  return { width: element?.clientWidth ?? 0, height: element?.clientHeight ?? 0 };
}

function pointIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function measureBetween(first: Point, second: Point): { distance: number; middle: Point } {
  return {
    distance: Math.max(1, Math.hypot(first.x - second.x, first.y - second.y)),
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
  };
}

/** Wheel, drag, pinch, double click and keys on an image, each as a change of its view. */
export function usePictureGestures(box: RefObject<HTMLDivElement | null>, change: Change) {
  const pointers = useRef(new Map<number, Point>());

  // React's wheel listeners are passive, so the page would scroll as well.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const at = pointIn(element, event);
      change((view) => zoomBy(view, Math.exp(-event.deltaY / WHEEL_PIXELS), sizeOf(element), at));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [box, change]);

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    const held = pointers.current;
    const before = held.get(event.pointerId);
    if (before === undefined) return;
    const element = event.currentTarget;
    const now = pointIn(element, event);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    held.set(event.pointerId, now);
    const size = sizeOf(element);
    if (other === undefined) {
      change((view) => moveBy(view, { x: now.x - before.x, y: now.y - before.y }, size));
      return;
    }
    const from = measureBetween(before, other);
    const to = measureBetween(now, other);
    change((view) => zoomBy(view, to.distance / from.distance, size, to.middle));
  }

  const letGo = (event: PointerEvent<HTMLDivElement>): void => void pointers.current.delete(event.pointerId);

  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, pointIn(event.currentTarget, event));
    },
    onPointerMove,
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onDoubleClick: (event: MouseEvent<HTMLDivElement>): void => {
      const at = pointIn(event.currentTarget, event);
      const size = sizeOf(event.currentTarget);
      change((view) => toggleZoom(view, size, at));
    },
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>): void => {
      const next = getKeyChange(event.key, sizeOf(event.currentTarget));
      if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      change(next);
    },
  };
}

/** The change for a key; undefined if it has none. */
function getKeyChange(key: string, box: Size): ((view: PictureView) => PictureView) | undefined {
  const moved = (x: number, y: number) => (view: PictureView) => moveBy(view, { x, y }, box);
  switch (key) {
    case "+":
    case "=":
      return (view) => zoomBy(view, ZOOM_STEP, box);
    case "-":
      return (view) => zoomBy(view, 1 / ZOOM_STEP, box);
    case "0":
      return () => initialView;
    case "r":
    case "R":
      return (view) => rotate(view, box);
    case "ArrowLeft":
      return moved(KEY_MOVE_PX, 0);
    case "ArrowRight":
      return moved(-KEY_MOVE_PX, 0);
    case "ArrowUp":
      return moved(0, KEY_MOVE_PX);
    case "ArrowDown":
      return moved(0, -KEY_MOVE_PX);
    default:
      return undefined;
  }
}
