import type { BotEvidence, LocalKeeps } from "@wazi/contracts";
import type { KeptPlan } from "../../content/bot-money.ts";
import { formatLocal } from "../../lib/format-local.ts";
import { formatMonth } from "../../lib/format-month.ts";
import { formatSigned, formatYears } from "../../lib/format-statistic.ts";
import * as texts from "../../messages/evidence.ts";
import { FigureTable } from "./evidence-details.tsx";

const MISSING = "–";

/** Kept money in each currency of the operator's rates, on the reader's plan. */
export function LocalKeepTables({ all, keptPlan }: { all: BotEvidence["localKeeps"]; keptPlan: KeptPlan }) {
  if (all === null) return null;
  if (all.length === 0) return <p className="text-14 text-muted">{texts.localKeepsMissing}</p>;
  return all.map((each) => <LocalKeepTable key={each.currency} local={each} keptPlan={keptPlan} />);
}

function LocalKeepTable({ local, keptPlan }: { local: LocalKeeps; keptPlan: KeptPlan }) {
  const { currency, billQuote, amount, from, to, keeps } = local;
  if (from === null || to === null) {
    return <p className="text-14 text-muted">{texts.localKeepsNoMonths({ currency })}</p>;
  }
  const format = (value: string): string => formatLocal(value.replace(/\.\d\d$/, ""), currency);
  const rows = keeps.filter(({ plan }) => plan === keptPlan.plan);
  return (
    <>
      <FigureTable
        label={texts.localKeepsHeld({ currency })}
        headings={[texts.keepsMedian, texts.keepsLow, texts.keepsWorst, texts.localKeepsOverBills]}
        rows={rows.map(({ years, starts, kept, overBillsPct }) => ({
          id: String(years),
          name: formatYears(years),
          note: kept === null ? texts.localKeepsNoData : texts.keepsStarts({ starts }),
          cells:
            kept === null || overBillsPct === null
              ? Array.from({ length: 4 }, () => MISSING)
              : [format(kept.median), format(kept.low), format(kept.worst), formatSigned(overBillsPct.median)],
        }))}
      />
      <p className="text-14 text-muted">
        {texts.localKeepsExplained({
          amount: format(amount),
          from: formatMonth(from),
          to: formatMonth(to),
          currency,
          quote: billQuote,
        })}
      </p>
    </>
  );
}
