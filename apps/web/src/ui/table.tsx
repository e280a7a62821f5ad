import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
}

/**
 * A table. On a narrow screen each row becomes a card. The roles are explicit because a table displayed as blocks loses
 * its own.
 */
export function Table<Row extends { id: string }>({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}) {
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
                "px-3 pb-2 font-semibold whitespace-nowrap text-muted first:pl-0 last:pr-0",
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
          <tr key={row.id} role="row" className="block py-4 lg:table-row lg:py-0">
            {columns.map(({ heading, cell, align }) => (
              <td
                key={heading}
                role="cell"
                className={classNames(
                  "flex items-start justify-between gap-x-4 py-1 has-[>div>.figure:only-child]:flex-wrap lg:table-cell lg:px-3 lg:py-3 lg:align-middle lg:first:pl-0 lg:last:pr-0",
                  align === "right" && "lg:text-right",
                )}
              >
                <span aria-hidden="true" className="shrink-0 text-muted lg:hidden">
                  {heading}
                </span>
                <div className={classNames("ml-auto min-w-0 text-right", align !== "right" && "lg:text-left")}>
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
