import type { AuditEntry } from "@wazi/contracts";
import { Money } from "../../../ui/money.tsx";
import { changesOf, type AuditChange } from "./audit-changes.ts";

const HEAD_CELL = "pb-1 text-left text-12 font-medium text-muted";

/** What stood before and what stood after, field by field; what stayed is named below. */
export function AuditChangesTable({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  const changed = changes.filter(({ isChanged }) => isChanged);
  const kept = changes.filter(({ isChanged }) => !isChanged);
  if (changes.length === 0) return <p className="text-muted">Nothing was noted of before or after.</p>;
  return (
    <div className="min-w-0">
      {changed.length === 0 ? null : (
        <table aria-label="Before and after" className="w-full table-fixed">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className={HEAD_CELL}>
                Field
              </th>
              <th scope="col" className={`${HEAD_CELL} pl-3`}>
                Before
              </th>
              <th scope="col" className={`${HEAD_CELL} pl-3`}>
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {changed.map((change) => (
              <tr key={change.name} className="border-b border-line align-top last:border-0">
                <th scope="row" className="py-1.5 text-left font-normal break-words">
                  {change.name}
                </th>
                <td className="py-1.5 pl-3 break-words text-muted">
                  <Side change={change} value={change.before} />
                </td>
                <td className="py-1.5 pl-3 font-medium break-words">
                  <Side change={change} value={change.after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {kept.length === 0 ? null : (
        <p className="mt-2 text-muted">Unchanged: {kept.map(({ name }) => name.toLowerCase()).join(", ")}.</p>
      )}
    </div>
  );
}

function Side({ change, value }: { change: AuditChange; value: string | undefined }) {
  if (value === undefined) return <span className="text-muted">not noted</span>;
  return change.isMoney ? <Money value={value} /> : <>{value}</>;
}
