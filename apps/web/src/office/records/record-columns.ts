import { createColumnHelper, metaHelper, rowSortingFeature, tableFeatures } from "@tanstack/react-table";
import { useSyncExternalStore, type ReactNode } from "react";

type CardSlot = "title" | "figure" | "actions";

/** A column of a list. Its heading sorts if the server supports it. */
export interface RecordColumn<Row> {
  id: string;
  heading: string;
  /** Hides the heading visually in the table. Cards still show it. */
  hidesHeading?: true;
  cell: (row: Row) => ReactNode;
  align?: "right";
  /** A width class such as "md:w-40". Columns without one share the remaining width. */
  width?: string;
  /** Wraps long values. Without it, the table truncates them. */
  wraps?: true;
  /** The smallest screen on which the table shows the column. Cards show every column. */
  minScreen?: "lg" | "xl" | "2xl";
  /**
   * The place in the card on a narrow screen: title and figure at the top, actions at the end, all without a heading.
   */
  cardSlot?: CardSlot;
  /** Hides the column in the card for a row without a value. */
  isEmpty?: (row: Row) => boolean;
  /** The sort values of the call for this column; `other` is neither ascending nor descending. */
  sort?: { up?: string; down?: string; other?: string };
}

interface ColumnMeta {
  align: "right" | undefined;
  width: string | undefined;
  minScreen: "lg" | "xl" | "2xl" | undefined;
  isOtherOrder: boolean;
  hidesHeading: boolean;
}

export const recordFeatures = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnMeta>() });

/** The columns in the form of the table library, which keeps the order of the headings. Cells are drawn without it. */
export function toColumnDefinitions<Row extends { id: string }>(columns: readonly RecordColumn<Row>[]) {
  const helper = createColumnHelper<typeof recordFeatures, Row>();
  return helper.columns(
    columns.map(({ id, heading, hidesHeading = false, align, width, minScreen, sort }) =>
      // The server sorts, so the value is never read. The library only sorts columns that have a value.
      helper.accessor((row) => row.id, {
        id,
        header: heading,
        enableSorting: sort !== undefined,
        sortDescFirst: sort?.down !== undefined,
        meta: { align, width, minScreen, isOtherOrder: sort?.other !== undefined, hidesHeading },
      }),
    ),
  );
}

interface ColumnOrder {
  id: string;
  desc: boolean;
}

/** The column and direction of a sort value; empty if no column has it. */
export function findColumnOrder<Row>(columns: readonly RecordColumn<Row>[], sort: string | undefined): ColumnOrder[] {
  if (sort === undefined) return [];
  for (const { id, sort: sorts } of columns) {
    if (sorts?.up === sort || sorts?.other === sort) return [{ id, desc: false }];
    if (sorts?.down === sort) return [{ id, desc: true }];
  }
  return [];
}

/** The sort value for a column and direction. A column with one sort value always uses it. */
export function toSortName<Row>(
  columns: readonly RecordColumn<Row>[],
  order: readonly ColumnOrder[],
): string | undefined {
  const [first] = order;
  const sorts = columns.find(({ id }) => id === first?.id)?.sort;
  if (first === undefined || sorts === undefined) return undefined;
  return sorts.other ?? (first.desc ? (sorts.down ?? sorts.up) : (sorts.up ?? sorts.down));
}

type Screen = NonNullable<RecordColumn<unknown>["minScreen"]>;

/** The breakpoints of the style sheet. */
const screens: Readonly<Record<Screen, string>> = {
  lg: "(width >= 64rem)",
  xl: "(width >= 80rem)",
  "2xl": "(width >= 96rem)",
};
const queries = Object.values(screens);

function subscribe(listener: () => void): () => void {
  const watched = queries.map((query) => window.matchMedia(query));
  for (const each of watched) each.addEventListener("change", listener);
  return () => {
    for (const each of watched) each.removeEventListener("change", listener);
  };
}

const wideEnoughFor = (): string => queries.filter((query) => window.matchMedia(query).matches).join();

/** The number of visible columns. A `colSpan` beyond it would add empty columns. */
export function useVisibleColumnCount<Row>(columns: readonly RecordColumn<Row>[]): number {
  const wide = useSyncExternalStore(subscribe, wideEnoughFor, () => "");
  return columns.filter(({ minScreen }) => minScreen === undefined || wide.includes(screens[minScreen])).length;
}
