import { useEffect, useState } from "react";

const MARKED_FOR_MS = 5_000;
const none: ReadonlySet<string> = new Set();

/**
 * The rows that changed or appeared since the last refresh of the same page. They are highlighted for a moment.
 * `getChangeKey` says what counts as a change, and `pageKey` identifies the page.
 */
export function useChangedRows<Row extends { id: string }>(
  rows: readonly Row[],
  getChangeKey: (row: Row) => string,
  pageKey: string,
): ReadonlySet<string> {
  const [seen, setSeen] = useState({ rows, pageKey, changed: none });
  if (seen.rows !== rows) {
    const fresh = seen.pageKey === pageKey ? changedSince(seen.rows, rows, getChangeKey) : none;
    const changed = fresh.size === 0 ? seen.changed : new Set([...seen.changed, ...fresh]);
    setSeen({ rows, pageKey, changed: seen.pageKey === pageKey ? changed : none });
  }
  const { changed } = seen;
  useEffect(() => {
    if (changed.size === 0) return undefined;
    const timer = setTimeout(() => setSeen((now) => ({ ...now, changed: none })), MARKED_FOR_MS);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
}

function changedSince<Row extends { id: string }>(
  before: readonly Row[],
  now: readonly Row[],
  getChangeKey: (row: Row) => string,
): ReadonlySet<string> {
  const marks = new Map(before.map((row) => [row.id, getChangeKey(row)]));
  return new Set(now.filter((row) => marks.get(row.id) !== getChangeKey(row)).map(({ id }) => id));
}
