import type { AdminRight } from "@wazi/contracts";
import { useState, type ComponentType } from "react";
import { Button } from "../../ui/button.tsx";
import { type BulkAction, BulkDialog, type BulkNoun, type BulkRow, countOf } from "./bulk-dialog.tsx";
import type { RecordColumn } from "./record-columns.ts";
import { selectColumn, type Selection } from "./selection.tsx";
import * as texts from "../../messages/admin-records.ts";

/** The decisions on several pending rows of a list. */
export interface RecordBatch<Row> {
  /** Without this right, rows cannot be selected. */
  right: AdminRight;
  column: RecordColumn<Row>;
  Bar: ComponentType<{ rows: readonly Row[]; selection: Selection }>;
}

type PendingRow = BulkRow & { status: string };

export function defineBatch<Row extends PendingRow>(
  noun: BulkNoun,
  right: AdminRight,
  useActions: () => readonly BulkAction<Row>[],
): RecordBatch<Row> {
  return {
    right,
    column: selectColumn<Row>(noun),
    Bar: (props) => <BulkBar noun={noun} actions={useActions()} {...props} />,
  };
}

/** How many pending rows of this page are selected, and what can be done with them. Empty without a selection. */
function BulkBar<Row extends PendingRow>({
  noun,
  rows,
  selection,
  actions,
}: {
  /** "deposit" */
  noun: BulkNoun;
  /** The rows of this page. */
  rows: readonly Row[];
  selection: Selection;
  actions: readonly BulkAction<Row>[];
}) {
  const [open, setOpen] = useState<{
    action: BulkAction<Row>;
    rows: readonly Row[];
  } | null>(null);
  const pending = rows.filter(({ status }) => status === "pending");
  const selected = rows.filter(({ id }) => selection.has(id));
  return (
    <>
      {selected.length === 0 ? null : (
        <div
          role="region"
          aria-label={texts.bulkSelected({ noun })}
          className="sticky top-0 z-2 mb-3 flex flex-wrap items-center gap-2 rounded-sm border border-line bg-surface px-3 py-2 shadow-raised"
        >
          <p role="status" className="mr-2 font-semibold">
            {texts.countOfSelected({ countOf: countOf(selected.length, noun) })}
          </p>
          {actions.map((action) => (
            <Button
              key={action.verb}
              look={action.look === "danger" ? "secondary" : "primary"}
              onClick={() => setOpen({ action, rows: selected })}
            >
              {action.verb}…
            </Button>
          ))}
          {selected.length < pending.length ? (
            <Button
              look="quiet"
              className="px-3"
              aria-label={texts.bulkSelectAll({ pending: pending.length })}
              onClick={() => selection.set(pending.map(({ id }) => id))}
            >
              {texts.bulkAllPending({ pending: pending.length })}
            </Button>
          ) : null}
          <Button look="quiet" className="ml-auto px-3" onClick={() => selection.set([])}>
            {texts.clear}
          </Button>
        </div>
      )}
      {open === null ? null : (
        <BulkDialog
          noun={noun}
          action={open.action}
          rows={open.rows}
          onClose={(decided) => {
            selection.set(selected.map(({ id }) => id).filter((id) => !decided.has(id)));
            setOpen(null);
          }}
        />
      )}
    </>
  );
}
