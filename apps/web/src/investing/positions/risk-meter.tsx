import type { RiskScore } from "@wazi/contracts";
import { classNames } from "../../lib/class-names.ts";
import { formatStatistic } from "../../lib/format-statistic.ts";
import { MoreDetails } from "../../ui/more-details.tsx";
import * as texts from "../../messages/investments.ts";

const levels = [1, 2, 3, 4, 5] as const;
const levelNames: Readonly<Record<RiskScore["level"], string>> = {
  1: texts.veryLow,
  2: texts.low,
  3: texts.medium,
  4: texts.high,
  5: texts.veryHigh,
};

/** The level from 1 to 5, and what it is made of. */
export function RiskMeter({ risk }: { risk: RiskScore | null }) {
  if (risk === null) return <p className="text-14 text-muted">{texts.riskUnknown}</p>;
  const { level, volatilityPct, deepestFallPct } = risk;
  return (
    <div data-testid="risk">
      <p className="flex items-center justify-between gap-3 text-14">
        <span>
          <span className="text-muted">{texts.risk}</span>{" "}
          <strong className="font-semibold">
            {texts.riskLevel({ level, level2: levelNames[level].toLowerCase() })}
          </strong>
        </span>
        <span aria-hidden="true" className="flex gap-1">
          {levels.map((each) => (
            <span
              key={each}
              className={classNames("h-3 w-2 rounded-[1px]", each <= level ? "bg-primary" : "bg-line")}
            />
          ))}
        </span>
      </p>
      <MoreDetails label={texts.riskMoreLabel}>
        <p className="text-14 text-muted">
          {texts.riskExplained({
            volatilityPct: formatStatistic(volatilityPct, 1),
            deepestFallPct: formatStatistic(-deepestFallPct, 1),
          })}
        </p>
      </MoreDetails>
    </div>
  );
}
