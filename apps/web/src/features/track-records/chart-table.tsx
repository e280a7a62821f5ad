import { classNames } from "../../lib/class-names.ts";

export interface ChartTableRow {
  id: string;
  /** One cell per heading. */
  cells: readonly string[];
}

/** The figures of a chart as a table that can be opened. */
export function ChartTable({
  label,
  headings,
  rows,
}: {
  label: string;
  headings: readonly string[];
  rows: readonly ChartTableRow[];
}) {
  return (
    <details className="text-14">
      <summary className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4">
        Show as a table
      </summary>
      <div
        className="max-h-80 overflow-auto rounded-sm border border-line"
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <table className="w-full">
          <thead className="sticky top-0 bg-sunken">
            <tr>
              {headings.map((heading, index) => (
                <th
                  key={heading}
                  scope="col"
                  className={classNames("px-3 py-2 font-semibold", index === 0 ? "text-left" : "text-right")}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ id, cells }) => (
              <tr key={id}>
                {cells.map((cell, index) => (
                  <td
                    key={headings[index]}
                    className={classNames("figure px-3 py-1.5", index === 0 ? "text-left" : "text-right")}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
