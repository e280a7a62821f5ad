import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
  /** Takes two columns of a leaf that is a grid. */
  isWide?: boolean;
}

/** What a row becomes on a narrow screen: headings beside the values, or over them and some beside each other. */
type Leaf = "list" | "grid";

const leaves: Readonly<Record<Leaf, { heading: string; row: string; cell: string; cellHeading: string }>> = {
  list: {
    heading: "px-3",
    row: "block",
    cell: "flex items-start justify-between gap-4 py-1 lg:table-cell lg:px-3 lg:py-3",
    cellHeading: "shrink-0",
  },
  grid: {
    heading: "px-2",
    row: "grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4",
    cell: "min-w-0 md:py-1 lg:px-2",
    cellHeading: "block text-12",
  },
};

/**
 * A ruled table. On a narrow screen each row becomes a small leaf; the roles are written out because a table laid out as
 * blocks loses its own.
 */
export function Table<Row extends { id: string }>({
  label,
  columns,
  rows,
  leaf = "list",
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  leaf?: Leaf;
}) {
  const look = leaves[leaf];
  return (
    <table role="table" aria-label={label} className="block w-full text-14 lg:table">
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:table-header-group">
        <tr role="row" className="lg:border-b lg:border-line">
          {columns.map(({ heading, align }) => (
            <th
              key={heading}
              role="columnheader"
              scope="col"
              className={classNames(
                "pb-2 font-semibold whitespace-nowrap text-muted first:pl-0 last:pr-0",
                look.heading,
                align === "right" ? "text-right" : "text-left",
              )}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line lg:table-row-group">
        {rows.map((row) => (
          <tr key={row.id} role="row" className={classNames("py-4 lg:table-row lg:py-0", look.row)}>
            {columns.map(({ heading, cell, align, isWide }) => (
              <td
                key={heading}
                role="cell"
                className={classNames(
                  "lg:align-middle lg:first:pl-0 lg:last:pr-0",
                  look.cell,
                  isWide === true && "col-span-2",
                  align === "right" && "lg:text-right",
                )}
              >
                <span aria-hidden="true" className={classNames("text-muted lg:hidden", look.cellHeading)}>
                  {heading}
                </span>
                <div
                  className={classNames(
                    "min-w-0",
                    leaf === "list" && "text-right",
                    leaf === "list" && align !== "right" && "lg:text-left",
                  )}
                >
                  {cell(row)}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
