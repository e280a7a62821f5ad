import type { BotEvidence, LocalKeeps } from "@wazi/contracts";
import { formatCents, cents, type ShareAbove } from "@wazi/domain";
import { computeLocalKeeps, formatMonth, type LocalKeeps as Computed } from "@wazi/trading";
import type { MonthsByBot } from "./kept-months.ts";
import type { CurrencyRates } from "./local-rates.ts";

/** Kept money of a record in each currency of the operator's rates; null for a record without it, or whose months are not known. */
export type KeepLocally = (record: Pick<BotEvidence, "botName" | "hashes" | "keeps">) => LocalKeeps[] | null;

/** Each record is computed once: the rates are those of the start. */
export function createLocalKeeper(rates: readonly CurrencyRates[], monthsByBot: MonthsByBot): KeepLocally {
  const known = new Map<string, LocalKeeps[]>();
  return ({ botName, hashes, keeps }) => {
    const [first] = keeps ?? [];
    if (first === undefined) return null;
    if (rates.length === 0) return [];
    const months = monthsByBot[botName];
    if (months === undefined || months.parameters !== hashes.parameters) return null;
    const years = [...new Set(keeps?.map((keep) => keep.years))];
    const above: ShareAbove = first.profitShareAbove;
    const key = JSON.stringify([botName, hashes.parameters, above, years]);
    const made =
      known.get(key) ?? rates.map((each) => toAnswer(each, computeLocalKeeps(months.months, each, { years, above })));
    known.set(key, made);
    return made;
  };
}

function toAnswer({ currency, bills }: CurrencyRates, { amount, span, keeps }: Computed): LocalKeeps {
  const format = (hundredths: bigint): string => formatCents(cents(hundredths));
  const roundPct = (pct: number): number => Math.round(pct * 100) / 100 + 0;
  return {
    currency,
    billQuote: bills.quote,
    amount: format(amount),
    from: span && formatMonth(span.from),
    to: span && formatMonth(span.to),
    keeps: keeps.map(({ kept, overBillsPct, ...keep }) => ({
      ...keep,
      kept: kept && { median: format(kept.median), low: format(kept.low), worst: format(kept.worst) },
      overBillsPct: overBillsPct && {
        median: roundPct(overBillsPct.median),
        low: roundPct(overBillsPct.low),
        worst: roundPct(overBillsPct.worst),
      },
    })),
  };
}
