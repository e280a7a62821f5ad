import { useTable } from "@tanstack/react-table";
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from "react";
import { classNames } from "../../lib/class-names.ts";
import { useRowFocus } from "./list-position.ts";
import {
  findColumnOrder,
  type RecordColumn,
  recordFeatures,
  toColumnDefinitions,
  toSortName,
  useVisibleColumnCount,
} from "./record-columns.ts";

const ariaSorts = { asc: "ascending", desc: "descending" } as const;

/** A sticky column heading, and a button if the list can be sorted by it. */
function RecordHeading({
  align,
  className,
  sorted,
  isOtherOrder,
  canSort,
  onSort,
  children,
}: {
  align: "right" | undefined;
  className: string;
  sorted: "asc" | "desc" | false;
  /** True for an order that is neither ascending nor descending, such as pending first. */
  isOtherOrder: boolean;
  canSort: boolean;
  onSort: ((event: unknown) => void) | undefined;
  children: ReactNode;
}) {
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sorted === false ? undefined : isOtherOrder ? "other" : ariaSorts[sorted]}
      className={classNames(
        "sticky top-0 z-1 bg-surface px-2 py-0 text-12 font-semibold whitespace-nowrap text-muted shadow-[inset_0_-1px_var(--line)]",
        align === "right" ? "text-right" : "text-left",
        className,
      )}
    >
      {/* Cards have no headings: a filter sets the order there. */}
      <span className={classNames("inline-flex min-h-9 items-center", canSort && "md:hidden")}>{children}</span>
      {canSort ? (
        <button
          type="button"
          onClick={onSort}
          className={classNames(
            "group -mx-2 hidden min-h-9 items-center gap-1 rounded-sm px-2 font-semibold -outline-offset-3 hover:text-ink md:inline-flex pointer-coarse:min-h-11",
            align === "right" && "flex-row-reverse",
            sorted !== false && "text-ink",
          )}
        >
          {children}
          <SortMark sorted={isOtherOrder && sorted !== false ? "other" : sorted} />
        </button>
      ) : null}
    </th>
  );
}

const marks = {
  asc: "M1 5.500 5 1.500l4 4",
  desc: "M1 1.500l4 4 4-4",
  other: "M.5 1h9M.5 3.500h6M.5 6h3",
} as const;

function SortMark({ sorted }: { sorted: "asc" | "desc" | "other" | false }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 10 7"
      className={classNames(
        "w-2.5 shrink-0 fill-none stroke-current stroke-[1.6]",
        sorted === false && "opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50",
      )}
    >
      <path d={marks[sorted === false ? "desc" : sorted]} />
    </svg>
  );
}

const hiddenBelow = {
  lg: "md:max-lg:hidden",
  xl: "md:max-xl:hidden",
  "2xl": "md:max-2xl:hidden",
} as const;

/** A card has the title on the left and the figure on the right at the top. Everything else spans both columns. */
const cardPlaces = {
  title: "max-md:col-start-1 max-md:row-start-1 max-md:self-start",
  figure: "max-md:col-start-2 max-md:row-start-1 max-md:self-start",
  actions: "max-md:col-span-2 max-md:justify-end max-md:pt-1.5",
} as const;

interface RecordTableProps<Row extends { id: string }> {
  label: string;
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
  /** Runs on Enter, or on a click outside of the row's links and buttons. */
  onOpen?: ((row: Row) => void) | undefined;
  /** The full-width content below an open row; null for a closed one. */
  details?: ((row: Row) => ReactNode) | undefined;
  /** Rows to highlight because they changed. */
  changed?: ReadonlySet<string> | undefined;
  /** True while the rows of the previous page are shown. */
  isBusy?: boolean | undefined;
  /** The table body, for keyboard navigation. */
  body?: RefObject<HTMLTableSectionElement | null> | undefined;
}

/**
 * A dense table with keyboard navigation: one row is in the tab order and keeps its place after a refresh. On a narrow
 * screen each row becomes a card with headings beside the values. The roles are explicit, because CSS block layout
 * removes the native ones.
 */
export function RecordTable<Row extends { id: string }>(props: RecordTableProps<Row>) {
  const { label, columns, rows, sort, onSort, onOpen, details, changed, isBusy = false, body } = props;
  const [active, setActive] = useState({ id: "", index: 0 });
  const definitions = useMemo(() => toColumnDefinitions(columns), [columns]);
  const sorting = useMemo(() => findColumnOrder(columns, sort), [columns, sort]);
  const table = useTable({
    features: recordFeatures,
    columns: definitions,
    data: rows,
    getRowId: (row) => row.id,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange: (next) => {
      const chosen = toSortName(columns, typeof next === "function" ? next(sorting) : next);
      if (chosen !== undefined) onSort?.(chosen);
    },
  });
  // If the active row is gone, the row that moved up takes its place in the tab order.
  const found = rows.findIndex(({ id }) => id === active.id);
  const current = found === -1 ? Math.min(active.index, rows.length - 1) : found;
  const ownBody = useRef<HTMLTableSectionElement>(null);
  const bodyRef = body ?? ownBody;
  useRowFocus(bodyRef, active.index);

  function below(row: Row): ReactNode {
    const shown = details?.(row) ?? null;
    return shown === null ? null : <DetailsRow columns={columns}>{shown}</DetailsRow>;
  }

  return (
    <table
      role="table"
      aria-label={label}
      aria-busy={isBusy || undefined}
      className={classNames("block w-full table-fixed text-14 transition-opacity md:table", isBusy && "opacity-60")}
    >
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} role="row">
            {group.headers.map((header) => {
              const { align, width, minScreen, isOtherOrder, hidesHeading } = header.column.columnDef.meta ?? {};
              return (
                <RecordHeading
                  key={header.id}
                  align={align}
                  className={classNames(width, minScreen !== undefined && hiddenBelow[minScreen])}
                  sorted={header.column.getIsSorted()}
                  isOtherOrder={isOtherOrder === true}
                  onSort={header.column.getToggleSortingHandler()}
                  canSort={onSort !== undefined && header.column.getCanSort()}
                >
                  <span className={classNames(hidesHeading === true && "sr-only")}>
                    <table.FlexRender header={header} />
                  </span>
                </RecordHeading>
              );
            })}
          </tr>
        ))}
      </thead>
      <tbody ref={bodyRef} role="rowgroup" className="block divide-y divide-line md:table-row-group">
        {rows.map((row, index) => (
          <Fragment key={row.id}>
            <tr
              role="row"
              data-record={row.id}
              data-changed={changed?.has(row.id) === true || undefined}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setActive({ id: row.id, index })}
              onKeyDown={(event) => actOnKey(event, () => onOpen?.(row))}
              onClick={(event) => openOnPress(event, () => onOpen?.(row))}
              className={classNames(
                "grid grid-cols-[minmax(0,1fr)_auto] scroll-mt-12 scroll-mb-16 py-3 -outline-offset-3 transition-[background-color] duration-700 md:table-row md:h-10 md:py-0",
                "focus-visible:bg-sunken md:hover:bg-sunken",
                onOpen !== undefined && "cursor-pointer",
                changed?.has(row.id) === true && "bg-accent-tint",
              )}
            >
              <RecordCells columns={columns} row={row} />
            </tr>
            {below(row)}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Cells<Row>({ columns, row }: { columns: readonly RecordColumn<Row>[]; row: Row }): ReactNode {
  return columns.map(({ id, heading, cell, align, minScreen, wraps, cardSlot, isEmpty }) => (
    <td
      key={id}
      role="cell"
      className={classNames(
        "flex min-w-0 items-center justify-between gap-4 px-1 py-0.5 max-md:has-[>div:empty]:hidden md:table-cell md:px-2 md:py-1 md:align-middle",
        align === "right" && "md:text-right",
        minScreen !== undefined && hiddenBelow[minScreen],
        cardSlot === undefined ? "max-md:col-span-2" : cardPlaces[cardSlot],
        isEmpty?.(row) === true && "max-md:hidden",
      )}
    >
      {cardSlot === undefined ? (
        <span aria-hidden="true" className="shrink-0 text-12 text-muted md:hidden">
          {heading}
        </span>
      ) : null}
      <div
        className={classNames(
          "min-w-0",
          cardSlot !== "title" && "text-right",
          align !== "right" && "md:text-left",
          // Clips slightly outside the box, so that a focus ring stays whole.
          wraps !== true && "md:overflow-clip md:text-ellipsis md:whitespace-nowrap md:[overflow-clip-margin:6px]",
        )}
      >
        {cell(row)}
      </div>
    </td>
  ));
}

/** The cells of a row. A list has hundreds, so they are rendered again only when the row or the columns change. */
const RecordCells = memo(Cells) as typeof Cells;

function DetailsRow<Row>({ columns, children }: { columns: readonly RecordColumn<Row>[]; children: ReactNode }) {
  const shownColumns = useVisibleColumnCount(columns);
  return (
    <tr role="row" className="block bg-sunken md:table-row">
      <td role="cell" colSpan={shownColumns} className="block px-3 pt-3 pb-5 md:table-cell md:pr-6 md:pl-13">
        {children}
      </td>
    </tr>
  );
}

/** Enter opens the row, and the space bar selects it. */
function actOnKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return;
  const box = event.key === " " ? event.currentTarget.querySelector<HTMLElement>("[data-select]") : null;
  if (event.key !== "Enter" && box === null) return;
  event.preventDefault();
  if (box === null) open();
  else box.click();
}

/** Ignores clicks on links and buttons, and the end of a text selection. */
function openOnPress(event: MouseEvent<HTMLTableRowElement>, open: () => void): void {
  const isOfItsOwn = (event.target as Element).closest("a, button, input, label, select, summary, [popover]") !== null;
  if (!isOfItsOwn && window.getSelection()?.isCollapsed !== false) open();
}
