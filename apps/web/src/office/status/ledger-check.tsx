import type { PublicStatus } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { NOT_YET_KNOWN } from "./status-text.ts";
import * as texts from "../../messages/status.ts";
import { Tag } from "../../ui/tag.tsx";

/** The time and the result of the last comparison with the ledger. */
export default function LedgerCheck({ reconciliation }: { reconciliation: PublicStatus["reconciliation"] }) {
  return (
    <>
      {reconciliation === null ? (
        <p className="text-18 font-medium text-muted">{NOT_YET_KNOWN}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <span className="text-18 font-semibold">{formatDayAndTime(reconciliation.checkedAt)}</span>
            <Result differences={reconciliation.differences} />
          </p>
          <p className="mt-1 text-14 text-muted">
            {reconciliation.since === null
              ? texts.ledgerChecksAll({ checks: reconciliation.checks })
              : texts.ledgerChecksNew({ checks: reconciliation.checks })}
          </p>
          {reconciliation.since === null || reconciliation.allComparedAt === null ? null : (
            <p className="mt-1 text-14 text-muted">
              {texts.ledgerAllChecked({
                time: formatDayAndTime(reconciliation.allComparedAt),
              })}
            </p>
          )}
        </>
      )}
      <p className="mt-4 text-14 text-muted">{texts.ledgerExplained}</p>
    </>
  );
}

function Result({ differences }: { differences: number }) {
  if (differences === 0) return <Tag look="gain">{texts.noDifference}</Tag>;
  return <Tag look="loss">{texts.ledgerDifferences({ count: differences })}</Tag>;
}
