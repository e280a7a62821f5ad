import type { ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";

const ariaSorts = { asc: "ascending", desc: "descending" } as const;

/** A sticky column heading, and a button if the list can be sorted by it. */
export function RecordHeading({
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

const marks = { asc: "M1 5.500 5 1.500l4 4", desc: "M1 1.500l4 4 4-4", other: "M.5 1h9M.5 3.500h6M.5 6h3" } as const;

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
