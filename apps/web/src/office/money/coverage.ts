import { formatAmount } from "@wazi/contracts";
import { fromCents, toCents } from "../../lib/cents.ts";
import type { MoneyFlows } from "./api.ts";
import * as texts from "../../messages/admin-money.ts";

type Now = MoneyFlows["now"];

interface CoveragePart {
  name: string;
  value: string;
  /** An explanation of the figure and its sign. */
  meaning: string;
}

/** The difference between held and owed, with its parts. Decimal dollars, negative if more is owed than held. */
export interface Coverage {
  /** held − owed */
  surplus: string;
  /** The surplus without open trades. Their gain is already owed, but is held only once they close. */
  surplusBeforeOpenTrades: string;
  /** The parts add up to `surplus`. An unexplained remainder, which should be zero, comes last. */
  parts: readonly CoveragePart[];
}

export function computeCoverage({
  held,
  owed,
  platformIncome,
  adjusted,
  other,
  openTrades,
}: Pick<Now, "held" | "owed" | "platformIncome" | "adjusted" | "other" | "openTrades">): Coverage {
  const beyond = toCents(held) - toCents(owed);
  const known = toCents(platformIncome) - toCents(adjusted) + toCents(other) + toCents(openTrades);
  const parts = [
    {
      name: texts.platformIncome,
      value: platformIncome,
      meaning: texts.coverageIncomeMeaning,
    },
    {
      name: texts.adjustments,
      value: fromCents(-toCents(adjusted)),
      meaning: texts.coverageAdjustmentsMeaning,
    },
    {
      name: texts.coverageRoundingName,
      value: other,
      meaning: texts.coverageRoundingMeaning,
    },
    {
      name: texts.openTrades,
      value: openTrades,
      meaning: texts.coverageOpenTradesMeaning,
    },
  ];
  const unexplained = {
    name: texts.unexplained,
    value: fromCents(beyond - known),
    meaning: texts.coverageUnexplainedMeaning,
  };
  return {
    surplus: fromCents(beyond),
    surplusBeforeOpenTrades: fromCents(beyond - toCents(openTrades)),
    parts: beyond === known ? parts : [...parts, unexplained],
  };
}

/** Explains the coverage in one sentence. */
export function describeCoverage({ surplusBeforeOpenTrades }: Coverage): string {
  const cents = toCents(surplusBeforeOpenTrades);
  if (cents === 0n) return texts.coverageExact;
  return cents > 0n
    ? texts.coverageSurplus({ surplusBeforeOpenTrades: formatAmount(surplusBeforeOpenTrades) })
    : texts.coverageShort({ fromCents: formatAmount(fromCents(-cents)) });
}
