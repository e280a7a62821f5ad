import { createColumnHelper, metaHelper, rowSortingFeature, tableFeatures } from "@tanstack/react-table";
import { useSyncExternalStore, type ReactNode } from "react";

type CardSlot = "title" | "figure" | "actions";

/** A column of a list; its headings sort where the server can. */
export interface RecordColumn<Row> {
  id: string;
  heading: string;
  /** True where the table needs no heading to be seen: it is read out, and leaves show it. */
  hidesHeading?: true;
  cell: (row: Row) => ReactNode;
  align?: "right";
  /** A class for its width in the table, such as "md:w-40"; columns without one share what is left. */
  width?: string;
  /** More than one line where it needs them; else what is too long is cut off in the table. */
  wraps?: true;
  /** The screen from which on it stands in the table: what a narrower one can do without. Leaves show every column. */
  minScreen?: "lg" | "xl" | "2xl";
  /** Its part in a leaf, on a narrow screen: whose it is and the figure beside that stand at the top, actions at its end, all without a heading. */
  cardSlot?: CardSlot;
  /** Whether a leaf does without it for this row, as it says nothing. */
  isEmpty?: (row: Row) => boolean;
  /** The orders of the call that are this column's; `other` is one that goes neither up nor down. */
  sort?: { up?: string; down?: string; other?: string };
}

interface ColumnMeta {
  align: "right" | undefined;
  width: string | undefined;
  wraps: boolean;
  minScreen: "lg" | "xl" | "2xl" | undefined;
  cardSlot: CardSlot | undefined;
  isOtherOrder: boolean;
  hidesHeading: boolean;
}

export const recordFeatures = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnMeta>() });

/** The columns as the table model takes them. */
export function toColumnDefinitions<Row extends { id: string }>(columns: readonly RecordColumn<Row>[]) {
  const helper = createColumnHelper<typeof recordFeatures, Row>();
  return helper.columns(
    columns.map(({ id, heading, hidesHeading = false, cell, align, width, wraps = false, minScreen, cardSlot, sort }) =>
      // Sorting is the server's: the value is never read, but a column without one can't be sorted by.
      helper.accessor((row) => row.id, {
        id,
        header: heading,
        cell: ({ row }) => cell(row.original),
        enableSorting: sort !== undefined,
        sortDescFirst: sort?.down !== undefined,
        meta: { align, width, wraps, minScreen, cardSlot, isOtherOrder: sort?.other !== undefined, hidesHeading },
      }),
    ),
  );
}

interface ColumnOrder {
  id: string;
  desc: boolean;
}

/** Which column an order is that of; none where no heading has it. */
export function findColumnOrder<Row>(columns: readonly RecordColumn<Row>[], sort: string | undefined): ColumnOrder[] {
  if (sort === undefined) return [];
  for (const { id, sort: sorts } of columns) {
    if (sorts?.up === sort || sorts?.other === sort) return [{ id, desc: false }];
    if (sorts?.down === sort) return [{ id, desc: true }];
  }
  return [];
}

/** The call's name of an order; where a column has only one, it is that one either way. */
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

/** The screens from which on columns are shown, as the style sheet has them. */
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

/** How many of a table's columns this screen shows: a cell that spans more of them than there are makes new ones. */
export function useVisibleColumnCount<Row>(columns: readonly RecordColumn<Row>[]): number {
  const wide = useSyncExternalStore(subscribe, wideEnoughFor, () => "");
  return columns.filter(({ minScreen }) => minScreen === undefined || wide.includes(screens[minScreen])).length;
}
