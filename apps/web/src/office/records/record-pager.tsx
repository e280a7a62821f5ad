import { ROWS_PER_PAGE } from "./record-address.ts";
import type { RecordPage } from "./use-record-page.ts";
import * as texts from "../../messages/admin-records.ts";

/** The range of rows shown, with buttons for the other pages. */
export function RecordPager({
  data,
  page,
  goTo,
}: {
  data: RecordPage<unknown>;
  page: number;
  goTo: (cursor: string | undefined, page: number) => void;
}) {
  const { previousCursor, nextCursor } = data;
  return (
    <nav aria-label={texts.pages} className="flex items-center gap-1">
      <p className="figure mr-2 text-14 whitespace-nowrap" role="status">
        {formatPageRange(data, page)}
      </p>
      <PageButton label={texts.firstPage} disabled={previousCursor === null} onClick={() => goTo(undefined, 1)}>
        {texts.pagerFirstPath}
      </PageButton>
      <PageButton
        label={texts.previousPage}
        keys="["
        disabled={previousCursor === null}
        onClick={() => goToPrevious(data, page, goTo)}
      >
        {texts.pagerPreviousPath}
      </PageButton>
      <PageButton
        label={texts.nextPage}
        keys="]"
        disabled={nextCursor === null}
        onClick={() => goToNext(data, page, goTo)}
      >
        {texts.pagerNextPath}
      </PageButton>
    </nav>
  );
}

type GoTo = (cursor: string | undefined, page: number) => void;

/** Page 1 is read without a cursor, so that it includes new rows. */
export function goToPrevious({ previousCursor }: RecordPage<unknown>, page: number, goTo: GoTo): void {
  if (previousCursor === null) return;
  goTo(page <= 2 ? undefined : previousCursor, Math.max(1, page - 1));
}

export function goToNext({ nextCursor }: RecordPage<unknown>, page: number, goTo: GoTo): void {
  if (nextCursor !== null) goTo(nextCursor, page + 1);
}

function PageButton({
  label,
  keys,
  disabled,
  onClick,
  children,
}: {
  label: string;
  keys?: string;
  disabled: boolean;
  onClick: () => void;
  /** The first and the last page are known exactly. In between, the page counter gives the position. */
  children: string;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className="flex size-9 items-center justify-center rounded-sm border border-outline text-ink not-aria-disabled:hover:border-primary not-aria-disabled:hover:text-primary aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:text-muted aria-disabled:opacity-60 pointer-coarse:size-11"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-3.5 fill-none stroke-current stroke-2"
      >
        <path d={children} />
      </svg>
    </button>
  );
}

/** "51–100 of 12,345". */
export function formatPageRange(
  { items, previousCursor, nextCursor, total }: RecordPage<unknown>,
  page: number,
): string {
  const ofWhole = (range: string): string =>
    total === undefined ? range : texts.pagerOfTotal({ range, total: total.toLocaleString("en-US") });
  if (items.length === 0) return ofWhole("0");
  // The first and the last page are known exactly. In between, the page counter gives the position.
  const isLast = nextCursor === null && total !== undefined;
  const first = previousCursor === null ? 1 : isLast ? total - items.length + 1 : (page - 1) * ROWS_PER_PAGE + 1;
  const last = first + items.length - 1;
  return ofWhole(`${first.toLocaleString("en-US")}–${last.toLocaleString("en-US")}`);
}
