import type { EvidenceHeadline } from "@wazi/contracts";
import { verdictNames } from "../../content/verdicts.ts";
import { formatInterval } from "../../lib/format-statistic.ts";
import { RangeBar } from "../../ui/range-bar.tsx";
import { describeSharpe, explainNext, explainRange, explainVerdict } from "./evidence-text.ts";
import * as texts from "../../messages/evidence.ts";

/** The verdict in plain words, beside the Sharpe ratio with its range. */
export function VerdictBlock({ headline }: { headline: EvidenceHeadline }) {
  const { verdict, sharpe } = headline;
  return (
    <div className="grid gap-6 sm:grid-cols-2 sm:items-center">
      <div>
        <p className="font-display text-24 font-semibold tracking-[-0.012em]" data-testid="verdict">
          {verdictNames[verdict]}
        </p>
        <p className="mt-1.5">{explainVerdict(headline)}</p>
        <p className="mt-1.5 text-14 text-muted">{explainNext(headline)}</p>
      </div>
      {sharpe === null ? null : (
        <div>
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-14">
            <span className="text-muted">{texts.verdictSharpe}</span>
            <span className="figure font-semibold">{formatInterval(sharpe)}</span>
          </p>
          <div className="mt-3">
            <RangeBar {...sharpe} label={describeSharpe(headline)} />
          </div>
          <p className="mt-1 text-14 text-muted">{explainRange(sharpe)}</p>
        </div>
      )}
    </div>
  );
}
