import { useEffect, useRef, useState, type RefObject } from "react";
import { wasStepAlongHistory } from "../../../lib/history-step.ts";

/** Where somebody was in a list as they left it. */
interface Place {
  top: number;
  /** The id of the row that had the focus. */
  row: string | undefined;
}

const recordsPath = /^\/admin(\/dashboard)?$/;
const places = new Map<string, Place>();
let lastList: string | undefined;

const addressNow = (): string => window.location.pathname + window.location.search;

/** The address of the list that was left last, as it was filtered, sorted and turned; undefined before any was. */
export const lastListAddress = (): string | undefined => lastList;

/** For somebody else at the same screen. */
export function forgetPlaces(): void {
  places.clear();
  lastList = undefined;
}

/**
 * Who comes back to a list by the browser's own way finds it scrolled as it was, with the focus in the row that they
 * left from. `isThere` says whether the rows are.
 */
export function useKeptPlace(
  body: RefObject<HTMLTableSectionElement | null>,
  isThere: boolean,
  { address }: { address: unknown },
): void {
  const [wanted] = useState(() => (wasStepAlongHistory() ? places.get(addressNow()) : undefined));
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
    const here = addressNow();
    // The address has changed by then, and the page not yet.
    function leave(): void {
      const row = document.activeElement?.closest<HTMLElement>("[data-record]");
      places.set(here, { top: window.scrollY, row: row?.dataset["record"] });
      if (recordsPath.test(here.split("?")[0] ?? "")) lastList = here;
    }
    window.addEventListener("pushState", leave);
    return () => window.removeEventListener("pushState", leave);
  }, [address]);
}
