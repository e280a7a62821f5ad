import { createContext, use, useMemo, useState } from "react";
import { formatNameAndEmail } from "../person/person.tsx";
import type { RecordColumn } from "./record-columns.ts";
import type { BulkNoun, BulkRow } from "./bulk-dialog.tsx";
import * as texts from "../../messages/admin-records.ts";

export interface Selection {
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  set: (ids: readonly string[]) => void;
  size: number;
}

/** The selected rows of a list. A context, so that the columns do not change when a row is selected. */
export const SelectionContext = createContext<Selection | null>(null);

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      has: (id) => selected.has(id),
      toggle: (id) =>
        setSelected((before) => {
          const next = new Set(before);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
      set: (ids) => setSelected(new Set(ids)),
      size: selected.size,
    }),
    [selected],
  );
}

/** The first column of a list whose pending rows can be decided together. `noun` completes "Select the … of Amina Otieno". */
export function selectColumn<Row extends BulkRow & { status: string }>(noun: BulkNoun): RecordColumn<Row> {
  return {
    id: "select",
    heading: texts.select,
    hidesHeading: true,
    width: "md:w-8",
    // A tablet held upright has no room for it. A phone shows cards.
    minScreen: "lg",
    // A box is not a text that could be cut.
    wraps: true,
    isEmpty: ({ status }) => status !== "pending",
    cell: (row) =>
      row.status === "pending" ? (
        <SelectBox
          id={row.id}
          name={texts.selectRowName({
            noun,
            user: formatNameAndEmail(row.user),
          })}
        />
      ) : null,
  };
}

function SelectBox({ id, name }: { id: string; name: string }) {
  const selection = use(SelectionContext);
  return (
    <label className="-my-2 inline-flex size-9 items-center justify-center max-md:-mr-2 md:-ml-2 pointer-coarse:size-11">
      <input
        type="checkbox"
        data-select=""
        aria-label={texts.selectBoxLabel({ name })}
        checked={selection?.has(id) === true}
        onChange={() => selection?.toggle(id)}
        className="size-5 accent-primary"
      />
    </label>
  );
}
