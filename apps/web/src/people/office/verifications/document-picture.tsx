import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Button } from "../../../ui/button.tsx";
import {
  computeRotatedScale,
  initialView,
  MAX_ZOOM,
  moveBy,
  type PictureView,
  type Point,
  rotate,
  type Size,
  toggleZoom,
  ZOOM_STEP,
  zoomBy,
} from "./picture-view.ts";
import * as texts from "../../../messages/admin-verifications.ts";

/** Scroll distance per zoom step: the more pixels, the slower the zoom. */
const WHEEL_PIXELS = 400;
const KEY_MOVE_PX = 40;

type Change = (next: (view: PictureView) => PictureView) => void;

function sizeOf(element: HTMLElement | null): Size {
  return {
    width: element?.clientWidth ?? 0,
    height: element?.clientHeight ?? 0,
  };
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
function usePictureGestures(box: RefObject<HTMLDivElement | null>, change: Change) {
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

/** The height of an image's box, or of the text in its place. */
const PICTURE_HEIGHT = "h-[min(46dvh,24rem)] lg:h-[min(66dvh,44rem)]";

const nothing: Size = { width: 0, height: 0 };

/** Counts image views, so that each has its own address. */
let viewCount = 0;
const nextView = (): number => (viewCount += 1);

/**
 * One side of a document, to zoom, move and rotate by pointer or keys. Each view has its own address: browsers show an
 * image from memory again, even if the server forbids caching.
 */
export function DocumentPicture({
  side,
  url,
  reason,
  onSeen,
}: {
  side: "Front" | "Back";
  url: string;
  /** Why the administrator looks at it, which its owner reads. */
  reason: string;
  /** Called when the image has loaded. */
  onSeen: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [view, change] = useState(initialView);
  const [sizes, setSizes] = useState({ box: nothing, picture: nothing });
  const [isBroken, setBroken] = useState(false);
  const [look, lookAnew] = useState(nextView);
  const gestures = usePictureGestures(box, change);
  const size = (): Size => ({
    width: box.current?.clientWidth ?? 0,
    height: box.current?.clientHeight ?? 0,
  });
  const fit = computeRotatedScale(view.quarters, sizes.box, sizes.picture);

  return (
    <figure className="grid min-w-0 gap-2">
      <div
        ref={box}
        role="group"
        tabIndex={0}
        aria-label={texts.pictureViewerLabel({ side })}
        data-testid={`picture-${side.toLowerCase()}`}
        // Pointer capture would keep clicks from the button that replaces a broken image.
        {...(isBroken ? {} : gestures)}
        className={classNames(
          "relative overflow-hidden rounded-sm border border-line bg-sunken select-none",
          PICTURE_HEIGHT,
          view.zoom > 1 ? "cursor-grab touch-none active:cursor-grabbing" : "cursor-zoom-in touch-pan-y",
        )}
      >
        {isBroken ? (
          <div className="grid h-full content-center justify-items-center gap-3 p-4 text-center text-14">
            <p>{texts.pictureFailed}</p>
            <Button
              look="secondary"
              onClick={() => {
                lookAnew(nextView());
                setBroken(false);
              }}
            >
              {texts.tryAgain}
            </Button>
          </div>
        ) : (
          <img
            src={`${url}?reason=${encodeURIComponent(reason)}&look=${look}`}
            alt={texts.pictureAlt({ side })}
            draggable={false}
            referrerPolicy="no-referrer"
            onError={() => setBroken(true)}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              setSizes({
                box: size(),
                picture: { width: naturalWidth, height: naturalHeight },
              });
              onSeen();
            }}
            style={{ transform: transformOf(view, fit) }}
            className="size-full object-contain motion-safe:transition-transform motion-safe:duration-75"
          />
        )}
      </div>
      <figcaption className="flex flex-wrap items-center justify-between gap-2 text-14">
        <span className="font-semibold">{side}</span>
        <PictureTools
          side={side}
          view={view}
          onZoom={(factor) => change(zoomBy(view, factor, size()))}
          onTurn={() => {
            setSizes({ ...sizes, box: size() });
            change(rotate(view, size()));
          }}
          onReset={() => change(initialView)}
        />
      </figcaption>
    </figure>
  );
}

function transformOf({ zoom, x, y, quarters }: PictureView, fit: number): string {
  return `translate(${x}px, ${y}px) rotate(${quarters * 90}deg) scale(${zoom * fit})`;
}

function PictureTools({
  side,
  view,
  onZoom,
  onTurn,
  onReset,
}: {
  side: string;
  view: PictureView;
  onZoom: (factor: number) => void;
  onTurn: () => void;
  onReset: () => void;
}) {
  const isWhole = view.zoom === 1 && view.quarters === 0;
  return (
    <span className="flex items-center gap-1">
      <output aria-label={texts.toolOutput({ side })} className="figure mr-1 text-muted">
        {Math.round(view.zoom * 100)} %{view.quarters === 0 ? "" : `, ${view.quarters * 90}°`}
      </output>
      <Tool label={texts.toolZoomOut({ side })} disabled={view.zoom === 1} onClick={() => onZoom(1 / ZOOM_STEP)}>
        <path d="M5 12h14" />
      </Tool>
      <Tool label={texts.toolZoomIn({ side })} disabled={view.zoom === MAX_ZOOM} onClick={() => onZoom(ZOOM_STEP)}>
        <path d="M5 12h14M12 5v14" />
      </Tool>
      <Tool label={texts.rotateSide({ side })} onClick={onTurn}>
        <path d="M19 12a7 7 0 1 1-2.300-5.200M19 4v4h-4" />
      </Tool>
      <Tool label={texts.toolReset({ side })} disabled={isWhole} onClick={onReset}>
        <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
      </Tool>
    </span>
  );
}

function Tool({
  label,
  disabled = false,
  onClick,
  children,
}: {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Not `disabled`, which would lose the focus at the last step.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className="flex size-9 items-center justify-center rounded-sm border border-outline bg-surface aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:text-muted not-aria-disabled:hover:border-primary not-aria-disabled:hover:text-primary pointer-coarse:size-11"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-5 fill-none stroke-current stroke-[1.9]"
      >
        {children}
      </svg>
    </button>
  );
}
