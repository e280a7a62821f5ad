import { useId, useRef, useState, type KeyboardEvent, type ToggleEvent } from "react";
import { classNames } from "../../lib/class-names.ts";

export interface RowMenuItem {
  label: string;
  onChoose: () => void;
  /** Why the item is disabled, in a few words. */
  refusal?: string | undefined;
  isDanger?: boolean;
  /** Limits the item to these screens, as the row has a button for it on the others. */
  onlyOn?: keyof typeof shownOn;
}

const shownOn = { "md:max-lg": "max-md:hidden lg:hidden", "md:max-xl": "max-md:hidden xl:hidden" } as const;

const EDGE_PX = 8;

/**
 * A menu for less frequent actions, as a native popover: Esc or a click outside closes it, and the arrow keys move
 * through it. Its items are rendered while it is open, because a list has many menus.
 */
export function RowMenu({ label, items }: { label: string; items: readonly RowMenuItem[] }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  function place(event: ToggleEvent<HTMLDivElement>): void {
    // The browser first gives the focus back from an item to the button.
    if (event.newState === "closed") setOpen(false);
    if (event.newState !== "open" || menu.current === null || button.current === null) return;
    placeBeside(menu.current, button.current);
    focusItem(menu.current, 0);
  }

  function choose({ onChoose, refusal }: RowMenuItem): void {
    if (refusal !== undefined) return;
    menu.current?.hidePopover();
    button.current?.focus();
    onChoose();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        className="inline-flex size-8 items-center justify-center rounded-sm text-muted hover:bg-line hover:text-ink pointer-coarse:size-11"
      >
        <svg aria-hidden="true" viewBox="0 0 16 4" className="w-4 fill-current">
          <circle cx="2" cy="2" r="1.600" />
          <circle cx="8" cy="2" r="1.600" />
          <circle cx="14" cy="2" r="1.600" />
        </svg>
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        onBeforeToggle={({ newState }) => newState === "open" && setOpen(true)}
        onToggle={place}
        onKeyDown={moveByKey}
        className="fixed inset-auto m-0 min-w-48 rounded-md border border-line bg-surface p-1 text-left text-ink shadow-raised"
      >
        {(isOpen ? items : []).map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-disabled={item.refusal !== undefined || undefined}
            onClick={() => choose(item)}
            className={classNames(
              "flex min-h-9 w-full items-baseline justify-between gap-4 rounded-sm px-2.5 py-2 text-14 font-medium whitespace-nowrap hover:bg-sunken pointer-coarse:min-h-11",
              item.isDanger === true && "text-loss",
              item.onlyOn !== undefined && shownOn[item.onlyOn],
              "aria-disabled:cursor-not-allowed aria-disabled:text-muted",
            )}
          >
            {item.label}
            {item.refusal === undefined ? null : <span className="text-12 font-normal">{item.refusal}</span>}
          </button>
        ))}
      </div>
    </>
  );
}

/** Places the menu below the button, or above if there is no room below. */
function placeBeside(menu: HTMLElement, button: HTMLElement): void {
  const beside = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = beside.bottom + 4;
  const top = below + height > window.innerHeight - EDGE_PX ? beside.top - 4 - height : below;
  menu.style.top = `${Math.max(EDGE_PX, top)}px`;
  menu.style.left = `${Math.max(EDGE_PX, beside.right - width)}px`;
}

function focusItem(menu: HTMLElement, index: number): void {
  const items = listItems(menu);
  items.at(index % items.length)?.focus();
}

const listItems = (menu: HTMLElement): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")].filter((item) => item.checkVisibility());

function moveByKey(event: KeyboardEvent<HTMLDivElement>): void {
  const items = listItems(event.currentTarget);
  const here = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === "Tab") event.currentTarget.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  focusItem(event.currentTarget, next);
}
