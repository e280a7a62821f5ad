import { useEffect, useRef, type RefObject } from "react";

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
