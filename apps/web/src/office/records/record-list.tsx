import { useReadsEverything } from "../access/admin-access.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, formatQuery } from "../../lib/api-client.ts";
import { classNames } from "../../lib/class-names.ts";
import { formatTime } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Icon } from "../../ui/icons.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useListPosition, usePageTurn } from "./list-position.ts";
import type { RecordColumn } from "./record-columns.ts";
import { type Choice, RecordOrder } from "./record-filters.tsx";
import { KeyboardShortcutsDialog, useRecordKeys } from "./record-keys.tsx";
import { goToNext, goToPrevious, RecordPager } from "./record-pager.tsx";
import { RecordTable } from "./record-table.tsx";
import type { RecordAddressState } from "./record-address.ts";
import type { RecordPage } from "./use-record-page.ts";
import * as texts from "../../messages/admin-records.ts";

const MARKED_FOR_MS = 5_000;
const none: ReadonlySet<string> = new Set();

/**
 * The rows that changed or appeared since the last refresh of the same page. They are highlighted for a moment.
 * `getChangeKey` says what counts as a change, and `pageKey` identifies the page.
 */
function useChangedRows<Row extends { id: string }>(
  rows: readonly Row[],
  getChangeKey: (row: Row) => string,
  pageKey: string,
): ReadonlySet<string> {
  const [seen, setSeen] = useState({ rows, pageKey, changed: none });
  if (seen.rows !== rows) {
    const fresh = seen.pageKey === pageKey ? changedSince(seen.rows, rows, getChangeKey) : none;
    const changed = fresh.size === 0 ? seen.changed : new Set([...seen.changed, ...fresh]);
    setSeen({
      rows,
      pageKey,
      changed: seen.pageKey === pageKey ? changed : none,
    });
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

/** An export of the rows that the filters leave. */
export interface CsvExport {
  path: string;
  /** The accessible name of its link: "CSV of deposits with current filters". */
  label: string;
}

interface RecordListProps<Row extends { id: string }> {
  /** The name of the table, such as "Deposits". */
  label: string;
  /** The title of the notice of a failure: "Could not load the deposits". */
  failedTitle: string;
  /** Shown if the list has no rows at all. */
  empty: string;
  query: UseQueryResult<RecordPage<Row>>;
  address: RecordAddressState;
  columns: readonly RecordColumn<Row>[];
  /** Describes a list that has no filters. */
  caption?: string | undefined;
  /** RecordSearch, RecordChoice and RecordDateRange; absent for a list without filters. */
  filters?: ReactNode | undefined;
  /** The labelled orders for narrow screens. */
  orders?: readonly Choice[] | undefined;
  /** The path of the export call. */
  csv?: CsvExport | undefined;
  onOpen?: (row: Row) => void;
  /** The content below an open row; null for a closed one. */
  details?: (row: Row) => ReactNode;
  /** The part of a row that counts as a change; by default the whole row. */
  getChangeKey?: ((row: Row) => string) | undefined;
  search?: RefObject<HTMLInputElement | null>;
}

const wholeRow = (row: unknown): string => JSON.stringify(row);
const noRows: readonly never[] = [];

/** A back office list with filters, table, pages, keyboard shortcuts and export. The address holds its state. */
export function RecordList<Row extends { id: string }>(props: RecordListProps<Row>) {
  const {
    label,
    failedTitle,
    empty,
    query,
    address,
    columns,
    filters,
    orders,
    csv,
    onOpen,
    getChangeKey = wholeRow,
  } = props;
  const readsEverything = useReadsEverything();
  const { data, isPlaceholderData } = query;
  const body = useRef<HTMLTableSectionElement>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  const pageKey = JSON.stringify(address.pageQuery);
  const changed = useChangedRows<Row>(data?.items ?? noRows, getChangeKey, data === undefined ? "" : pageKey);
  const noteTurn = usePageTurn(body, data === undefined || isPlaceholderData ? undefined : pageKey);
  useListPosition(body, data !== undefined && !isPlaceholderData, props);
  const goBack = useFirstPageForStaleCursor(query, address);
  const goTo = (cursor: string | undefined, page: number) => {
    noteTurn();
    address.goTo(cursor, page);
  };
  const turnPage = (turn: typeof goToNext) => {
    if (data === undefined || isPlaceholderData) return;
    turn(data, address.page, goTo);
  };
  useRecordKeys({
    move: (step) => focusRow(body.current, step),
    previousPage: () => turnPage(goToPrevious),
    nextPage: () => turnPage(goToNext),
    search: () => props.search?.current?.select(),
    help: () => setHelpOpen(true),
  });

  return (
    <div>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2 pb-3">
        {props.caption === undefined ? null : <p className="self-center text-14 text-muted">{props.caption}</p>}
        <div className={classNames("contents", !areFiltersOpen && "max-md:[&>*:not(:first-child)]:hidden")}>
          {filters}
          {orders === undefined ? null : <RecordOrder address={address} choices={orders} />}
        </div>
        {filters === undefined ? null : (
          <button
            type="button"
            aria-expanded={areFiltersOpen}
            onClick={() => setFiltersOpen(!areFiltersOpen)}
            className={`${QUIET_BUTTON} md:hidden`}
          >
            {areFiltersOpen ? texts.hideFilters : texts.filters}
          </button>
        )}
        {address.isFiltered ? (
          <button type="button" onClick={address.clearFilters} className={QUIET_BUTTON}>
            {texts.clearFilters}
          </button>
        ) : null}
        <div className="ml-auto flex items-center gap-1">
          {csv === undefined || !readsEverything ? null : (
            <CsvLink href={csv.path + formatQuery(address.filterQuery)} label={csv.label} />
          )}
          <button
            type="button"
            aria-label={texts.keyboardShortcuts}
            aria-keyshortcuts="?"
            title={texts.listShortcutsTitle}
            onClick={() => setHelpOpen(true)}
            className={`${QUIET_BUTTON} pointer-coarse:hidden`}
          >
            ?
          </button>
        </div>
      </div>
      {goBack ? null : (
        <div className={classNames(data === undefined && "pb-4 sm:pb-6")}>
          <QueryState query={query} failedTitle={failedTitle} loading={<SkeletonRows rows={10} className="h-8" />}>
            {(page) => (
              <>
                {page.items.length === 0 ? (
                  <div className="pb-4 sm:pb-6">
                    <NoRows empty={empty} address={address} total={page.total} />
                  </div>
                ) : (
                  <RecordTable
                    label={label}
                    columns={columns}
                    rows={page.items}
                    sort={address.sort}
                    onSort={address.setSort}
                    onOpen={onOpen}
                    details={props.details}
                    changed={changed}
                    isBusy={isPlaceholderData}
                    body={body}
                  />
                )}
                {isListEmpty(page) && !query.isError ? null : (
                  <div className="sticky bottom-0 z-1 -mx-4 flex min-h-12 flex-wrap items-center justify-end gap-x-4 border-t border-line bg-surface px-4 py-1.5 sm:-mx-6 sm:px-6">
                    {query.isError ? <StaleNotice at={query.dataUpdatedAt} /> : null}
                    {isListEmpty(page) ? null : <RecordPager data={page} page={address.page} goTo={goTo} />}
                  </div>
                )}
              </>
            )}
          </QueryState>
        </div>
      )}
      {isHelpOpen ? <KeyboardShortcutsDialog onClose={() => setHelpOpen(false)} /> : null}
    </div>
  );
}

const QUIET_BUTTON =
  "inline-flex min-h-9 items-center gap-1.5 rounded-sm px-2.5 text-14 font-semibold text-muted hover:bg-sunken hover:text-ink pointer-coarse:min-h-11";

/** True if no page has any rows. */
function isListEmpty({ items, previousCursor, nextCursor }: RecordPage<unknown>): boolean {
  return items.length === 0 && previousCursor === null && nextCursor === null;
}

function CsvLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} download aria-label={label} className={QUIET_BUTTON}>
      <Icon name="in" className="size-4" />
      {texts.csv}
    </a>
  );
}

function NoRows({ empty, address, total }: { empty: string; address: RecordAddressState; total: number | undefined }) {
  const { search } = address.filters;
  if (total === undefined || total > 0) {
    const goToFirst = () => address.goTo(undefined, 1);
    return (
      <EmptyState action={<Button onClick={goToFirst}>{texts.listFirstPage}</Button>}>{texts.listPageEmpty}</EmptyState>
    );
  }
  if (!address.isFiltered) return <EmptyState>{empty}</EmptyState>;
  if (Object.keys(address.filters).length === 1 && address.filters["status"] === "pending") {
    return (
      <EmptyState
        action={
          <Button look="secondary" onClick={address.clearFilters}>
            {texts.showAll}
          </Button>
        }
      >
        {texts.listAllClear}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <Button look="secondary" onClick={address.clearFilters}>
          {texts.clearFilters}
        </Button>
      }
    >
      {search === undefined ? texts.listNoFilterResults : texts.listNoSearchResults({ search })}
    </EmptyState>
  );
}

/** The time of the data after a failed refresh. */
function StaleNotice({ at }: { at: number }) {
  return (
    <p role="status" className="mr-auto text-14 font-medium text-warning">
      {texts.listStale({ time: formatTime(new Date(at).toISOString()) })}
    </p>
  );
}

/** The server rejects an invalid cursor or one for other filters. The list then restarts at the first page. */
function useFirstPageForStaleCursor(query: UseQueryResult<unknown>, { cursor, restart }: RecordAddressState): boolean {
  const isRefused = cursor !== undefined && query.error instanceof ApiError && query.error.status === 400;
  useEffect(() => {
    if (isRefused) restart();
  }, [isRefused, restart]);
  return isRefused;
}

/** Moves the focus between rows, starting at the row in the tab order if no row has the focus. */
function focusRow(body: HTMLTableSectionElement | null, step: number): void {
  const rows = [...(body?.rows ?? [])].filter((row) => row.dataset["record"] !== undefined);
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const current = rows.findIndex((row) => row.tabIndex === 0);
  const next = here === -1 && Number.isFinite(step) ? current : here + step;
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
}
