import { useEffect, useRef, useState, type RefObject } from "react";
import { isHistoryNavigation } from "../../../lib/history-navigation.ts";

/** Where somebody was in a list as they left it. */
interface ListPosition {
  top: number;
  /** The id of the row that had the focus. */
  row: string | undefined;
}

const recordsPath = /^\/admin(\/dashboard)?$/;
const positions = new Map<string, ListPosition>();
let lastList: string | undefined;

const getCurrentAddress = (): string => window.location.pathname + window.location.search;

/** The address of the list that was left last, as it was filtered, sorted and turned; undefined before any was. */
export const getLastListAddress = (): string | undefined => lastList;

/** For somebody else at the same screen. */
export function forgetListPositions(): void {
  positions.clear();
  lastList = undefined;
}

/**
 * Who comes back to a list by the browser's own way finds it scrolled as it was, with the focus in the row that they
 * left from. `isThere` says whether the rows are.
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
    // The address has changed by then, and the page not yet.
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
 * Where the focus was in a row, or in a dialog that was opened from one, and what had it is gone (the row, or the button
 * that was pressed), it goes to the row that stands in that place now, instead of to the top of the page. Who has gone
 * elsewhere since is left there.
 * @param place of the row that had the focus last, from the top
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

  // After each rendering: the row may leave with an answer, its button with another, and the dialog before or after them.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isHere.current || !isLost || document.querySelector("dialog[open]") !== null) return;
    const rows = [...(body.current?.rows ?? [])].filter((row) => row.dataset["record"] !== undefined);
    rows[Math.min(place, rows.length - 1)]?.focus();
  });
}

/**
 * What another page of a list needs once its rows are there: they are shown from the top, and who was among the rows by
 * keys is at the first of them. `shown` names the page whose rows stand there; undefined while they are on their way.
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

  /** To be called as a page is turned. */
  return () => {
    turned.current = { from: shown, byKey: body.current?.contains(document.activeElement) === true };
  };
}
