import { optional, type ParsedEntries, Problem } from "../../platform/settings/setting-entry.ts";
import type { InterestValues } from "../interest/cash-interest.ts";

const BASIS_LENGTH = { least: 10, most: 500 } as const;

function parseLegalBasis(text: string): string | Problem {
  const { least, most } = BASIS_LENGTH;
  const isAllowed = text.length >= least && text.length <= most && !/\p{Cc}/u.test(text);
  return isAllowed ? text : new Problem(`is not one line of ${least} to ${most} characters`);
}

export const balanceInterestEntries = {
  balanceInterestLegalBasis: optional({
    variable: "BALANCE_INTEREST_LEGAL_BASIS",
    meaning:
      "The law or licence under which you pay interest on investors' own balances. In many countries this is taking deposits, which needs a licence. Set: each investor can turn on the interest of CASH_INTEREST_SOURCE, less the margin, and is shown this text, which is public. Not set: balances earn nothing, and whoever had turned it on is paid until then. Live mode refuses it, because no rate is known beforehand there.",
    allowed: "one line of 10 to 500 characters, in a demo with CASH_INTEREST_SOURCE=fixed:<per cent> or bills",
    parse: parseLegalBasis,
  }),
} as const;

export type BalanceInterestValues = ParsedEntries<typeof balanceInterestEntries>;

/** A promise to investors needs a rate that is known before each day, and that the operator chose. */
export function checkBalanceInterest(
  { balanceInterestLegalBasis, cashInterestSource }: BalanceInterestValues & InterestValues,
  mode: "demo" | "live",
): string[] {
  if (balanceInterestLegalBasis === undefined) return [];
  if (mode === "live") {
    return ["BALANCE_INTEREST_LEGAL_BASIS is not allowed in live mode, where no rate is known before each day."];
  }
  if (cashInterestSource?.kind === "fixed" || cashInterestSource?.kind === "bills") return [];
  const source = cashInterestSource === undefined ? "is not set" : `is ${cashInterestSource.kind}`;
  return [
    `BALANCE_INTEREST_LEGAL_BASIS needs a rate that is known before each day, and CASH_INTEREST_SOURCE ${source}. Allowed: fixed:<per cent a year> or bills.`,
  ];
}
