import { formatAmount } from "@wazi/contracts";
import { fromCents, toCents } from "../../../lib/cents.ts";
import type { MoneyFlows } from "./api.ts";

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
      name: "Platform income",
      value: platformIncome,
      meaning: "The platform’s share of profits. It is not owed to investors.",
    },
    {
      name: "Adjustments",
      value: fromCents(-toCents(adjusted)),
      meaning: "Minus: given to investors without a deposit. Plus: taken from them.",
    },
    {
      name: "Rounding, fees and losses",
      value: other,
      meaning: "Plus: left by rounding. Minus: fees and losses the platform paid.",
    },
    {
      name: "Open trades",
      value: openTrades,
      meaning: "Plus: losing, so investors are already owed less. Minus: winning.",
    },
  ];
  const unexplained = {
    name: "Unexplained",
    value: fromCents(beyond - known),
    meaning: "Should be zero. Check reconciliation under Operations.",
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
  if (cents === 0n) return "Excluding open trades, holdings match what investors are owed to the cent.";
  return cents > 0n
    ? `Excluding open trades, holdings cover what investors are owed, plus $${formatAmount(surplusBeforeOpenTrades)} beyond it.`
    : `Excluding open trades, $${formatAmount(fromCents(-cents))} is missing to cover what investors are owed.`;
}
