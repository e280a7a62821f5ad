import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo, useRef, useState, type ComponentType } from "react";
import { useLocation } from "wouter";
import { useHasRight } from "../access/admin-access.ts";
import type { RecordBatch } from "./bulk-bar.tsx";
import { FilterControls, toRecordRules, type RecordFilter } from "./filter-definitions.tsx";
import type { RecordColumn } from "./record-columns.ts";
import type { Choice } from "./record-filters.tsx";
import { type CsvExport, RecordList } from "./record-list.tsx";
import { SelectionContext, useSelection } from "./selection.tsx";
import { useRecordAddress } from "./record-address.ts";
import type { RecordPage } from "./use-record-page.ts";

export interface RecordDialogProps<Row, Step extends string> {
  /** The row as the list showed it. */
  row: Row;
  /** The step that was chosen in the list. */
  step: Step;
  onClose: () => void;
}

/** One list of the back office and the dialog of its rows. */
export interface RecordScreenDefinition<Row extends { id: string }, Step extends string> {
  /** The name of the list, such as "Deposits". */
  label: string;
  /** The title of the notice of a failure: "Could not load the deposits". */
  failedTitle: string;
  /** Shown if the list has no rows at all. */
  empty: string;
  /** Describes a list that has no filters. */
  caption?: string;
  usePage: (query: Readonly<Record<string, string>>) => UseQueryResult<RecordPage<Row>>;
  filters: readonly RecordFilter[];
  /** The sort values of the call, default first. */
  sorts: readonly [string, ...string[]];
  /** Labels of sort values, for narrow screens without column headings. */
  orders?: readonly Choice[];
  columns: (open: (step: Step, row: Row) => void) => readonly RecordColumn<Row>[];
  csv?: CsvExport;
  /** The part of a row that counts as a change; by default the whole row. */
  getChangeKey?: (row: Row) => string;
  /** The dialog's step when a row is opened, or the address that opens instead. */
  opens: Step | ((row: Row) => string);
  Dialog: ComponentType<RecordDialogProps<Row, Step>>;
  /** The decisions on several rows. */
  batch?: RecordBatch<Row>;
}

/** A list of records with filters, order, pages, export and selection, and the dialog of the opened row. */
export function RecordScreen<Row extends { id: string }, Step extends string>({
  screen,
  userId,
  onDialogClose,
}: {
  /** Must be a stable object. */
  screen: RecordScreenDefinition<Row, Step>;
  /** Only the records of this user. */
  userId?: string;
  onDialogClose?: () => void;
}) {
  const { filters, orders, batch, opens, Dialog } = screen;
  const search = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<{ row: Row; step: Step } | null>(null);
  const [, navigate] = useLocation();
  const mayDecide = useHasRight(batch?.right);
  const selection = useSelection();
  const rules = useMemo(() => toRecordRules(screen.filters, screen.sorts), [screen]);
  const address = useRecordAddress(rules);
  const query = screen.usePage(userId === undefined ? address.pageQuery : { ...address.pageQuery, user: userId });
  const columns = useMemo(() => {
    const own = screen.columns((step, row) => setOpened({ row, step }));
    return screen.batch !== undefined && mayDecide ? [screen.batch.column, ...own] : own;
  }, [screen, mayDecide]);
  const { label, failedTitle, empty, caption, csv, getChangeKey } = screen;
  return (
    <SelectionContext value={selection}>
      {batch === undefined ? null : <batch.Bar rows={query.data?.items ?? []} selection={selection} />}
      <RecordList
        {...{
          label,
          failedTitle,
          empty,
          caption,
          csv,
          getChangeKey,
          query,
          address,
          columns,
          search,
        }}
        orders={orders?.filter(({ value }) => screen.sorts.includes(value))}
        filters={
          filters.length === 0 ? undefined : <FilterControls filters={filters} address={address} search={search} />
        }
        onOpen={(row) => (typeof opens === "function" ? navigate(opens(row)) : setOpened({ row, step: opens }))}
      />
      {opened === null ? null : (
        <Dialog
          key={opened.row.id}
          {...opened}
          onClose={() => {
            setOpened(null);
            onDialogClose?.();
          }}
        />
      )}
    </SelectionContext>
  );
}
