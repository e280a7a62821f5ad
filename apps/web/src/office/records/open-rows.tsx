import { createContext, use, useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import * as texts from "../../messages/admin-records.ts";

interface OpenRows {
  isOpen: (id: string) => boolean;
  toggle: (id: string) => void;
}

/** The open rows of a list. A context, so that the columns do not change when a row opens. */
export const OpenRowsContext = createContext<OpenRows | null>(null);

/** The state of the rows that show their details. */
export function useOpenRows(): OpenRows {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return {
    isOpen: (id) => open.has(id),
    toggle: (id) => {
      const next = new Set(open);
      if (!next.delete(id)) next.add(id);
      setOpen(next);
    },
  };
}

/** The button that opens or closes a row. `name` completes "Details of …". */
export function RowToggle({ id, name }: { id: string; name: string }) {
  const rows = use(OpenRowsContext);
  const isOpen = rows?.isOpen(id) === true;
  return (
    <button
      type="button"
      aria-label={texts.rowDetailsOf({ name })}
      aria-expanded={isOpen}
      onClick={() => rows?.toggle(id)}
      className="-my-1 flex size-9 items-center justify-center rounded-sm text-muted -outline-offset-3 hover:text-ink pointer-coarse:size-11"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className={classNames("size-3 fill-none stroke-current stroke-2 transition-transform", isOpen && "rotate-90")}
      >
        <path d="m4 2 4 4-4 4" />
      </svg>
    </button>
  );
}
