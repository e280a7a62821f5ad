import { ROWS_PER_PAGE } from "./record-address.ts";
import type { RecordPage } from "./use-record-page.ts";

/** "51–100 of 12,345": where a page stands in its list. */
export function pageInWords({ items, previousCursor, nextCursor, total }: RecordPage<unknown>, page: number): string {
  const ofWhole = total === undefined ? "" : ` of ${total.toLocaleString("en-US")}`;
  if (items.length === 0) return `0${ofWhole}`;
  // The two ends are known for certain; between them the number of pages that one has gone through says it.
  const isLast = nextCursor === null && total !== undefined;
  const first = previousCursor === null ? 1 : isLast ? total - items.length + 1 : (page - 1) * ROWS_PER_PAGE + 1;
  const last = first + items.length - 1;
  return `${first.toLocaleString("en-US")}–${last.toLocaleString("en-US")}${ofWhole}`;
}
