import { useEffect, useRef, useState, type RefObject } from "react";
import { isHistoryNavigation } from "../../lib/history-navigation.ts";

/** The position in a list when it was left. */
interface ListPosition {
  top: number;
  /** The id of the focused row. */
  row: string | undefined;
}

const recordsPath = /^\/admin(\/dashboard)?$/;
const positions = new Map<string, ListPosition>();
let lastList: string | undefined;

const getCurrentAddress = (): string => window.location.pathname + window.location.search;

/** The address of the last list with its filters, order and page; undefined before the first one. */
export const getLastListAddress = (): string | undefined => lastList;

/** Called when another person signs in on this device. */
export function forgetListPositions(): void {
  positions.clear();
  lastList = undefined;
}

/**
 * Restores the scroll position and the focused row when the browser goes back to a list. `isThere` says whether the
 * rows have loaded.
 */
export function useListPosition(
  body: RefObject<HTMLTableSectionElement | null>,
  isThere: boolean,
  { address }: { address: unknown },
): void {
  const [wanted] = useState(() => (isHistoryNavigation() ? positions.get(getCurrentAddress()) : undefined));
  const isDone = useRef(wanted === undefined);

  useEffect(() => {
    if (isDone.current || !isThere || wanted === undefined) return;
    isDone.current = true;
    window.scrollTo({ top: wanted.top, behavior: "instant" });
    const isFree = document.activeElement === document.body || document.activeElement?.id === "main";
    const row = [...(body.current?.rows ?? [])].find(({ dataset }) => dataset["record"] === wanted.row);
    if (isFree && wanted.row !== undefined) row?.focus({ preventScroll: true });
  }, [body, isThere, wanted]);

  useEffect(() => {
    const here = getCurrentAddress();
    // The address has changed at this point, but the page has not.
    function leave(): void {
      const row = document.activeElement?.closest<HTMLElement>("[data-record]");
      positions.set(here, { top: window.scrollY, row: row?.dataset["record"] });
      if (recordsPath.test(here.split("?")[0] ?? "")) lastList = here;
    }
    window.addEventListener("pushState", leave);
    return () => window.removeEventListener("pushState", leave);
  }, [address]);
}

/**
 * If the focused row or button disappears, also after a dialog that was opened from it, the focus moves to the row in
 * the same place instead of the top of the page. Focus that has moved elsewhere is left alone.
 * @param place the index of the row that had the focus last
 */
export function useRowFocus(body: RefObject<HTMLTableSectionElement | null>, place: number): void {
  const isHere = useRef(false);

  useEffect(() => {
    function note({ target }: Event): void {
      if (!(target instanceof Element) || target.closest("dialog") !== null) return;
      isHere.current = body.current?.contains(target) === true;
    }
    for (const event of ["focusin", "pointerdown"]) document.addEventListener(event, note);
    return () => {
      for (const event of ["focusin", "pointerdown"]) document.removeEventListener(event, note);
    };
  }, [body]);

  // Checked after each render, as the row, its button and the dialog can disappear in any order.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isHere.current || !isLost || document.querySelector("dialog[open]") !== null) return;
    const rows = [...(body.current?.rows ?? [])].filter((row) => row.dataset["record"] !== undefined);
    rows[Math.min(place, rows.length - 1)]?.focus();
  });
}

/**
 * After a page change, scrolls to the top of the list and, for keyboard users, focuses the first row. `shown`
 * identifies
 * the visible page; undefined while it loads.
 */
export function usePageTurn(body: RefObject<HTMLTableSectionElement | null>, shown: string | undefined) {
  const turned = useRef<{ from: string | undefined; byKey: boolean }>(undefined);
  useEffect(() => {
    const turn = turned.current;
    if (turn === undefined || shown === undefined || shown === turn.from) return;
    turned.current = undefined;
    const table = body.current?.closest("table");
    if (table !== null && table !== undefined && table.getBoundingClientRect().top < 0) {
      table.scrollIntoView({ block: "start", behavior: "instant" });
    }
    if (turn.byKey) body.current?.rows[0]?.focus({ preventScroll: true });
  }, [body, shown]);

  /** Call when the page changes. */
  return () => {
    turned.current = { from: shown, byKey: body.current?.contains(document.activeElement) === true };
  };
}
