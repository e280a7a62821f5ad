import { classNames } from "../../lib/class-names.ts";

/** A table's first line of headings and its lines, also for a CSV file. */
export interface ChartTableData {
  headings: readonly string[];
  /** One cell per heading. */
  rows: readonly (readonly string[])[];
}

/** The figures of a chart, in a box that scrolls. */
export function ChartTable({ label, headings, rows }: { label: string } & ChartTableData) {
  return (
    <div className="max-h-96 overflow-auto rounded-sm border border-line" tabIndex={0} role="region" aria-label={label}>
      <table className="w-full text-14">
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
          {rows.map((cells) => (
            <tr key={cells[0]}>
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
  );
}
