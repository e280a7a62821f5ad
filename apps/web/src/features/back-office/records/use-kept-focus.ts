import { useEffect, useRef, type RefObject } from "react";

/**
 * Where the focus was in a row, or in a dialog that was opened from one, and what had it is gone (the row, or the button
 * that was pressed), it goes to the row that stands in that place now, instead of to the top of the page. Who has gone
 * elsewhere since is left there.
 * @param place of the row that had the focus last, from the top
 */
export function useKeptFocus(body: RefObject<HTMLTableSectionElement | null>, place: number): void {
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
