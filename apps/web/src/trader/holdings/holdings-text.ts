import { type Bot, type BotDecision, type BotFill, type BotHoldings, MINUTE_MS } from "@wazi/contracts";
import { formatDay, formatDayAndTime } from "../../lib/format-date.ts";
import { formatPrice } from "../../lib/format-price.ts";
import * as texts from "../../messages/holdings.ts";

const HOUR_MINUTES = 60;
const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** "October 2026" for "2026-10". */
const formatMonth = (month: string): string => monthFormat.format(new Date(`${month}-15T00:00:00Z`));

/** "4.20%" of "-4.20": sentences say the direction in words. */
const formatSize = (pct: string): string => `${pct.replace("-", "")}%`;
const isUp = (pct: string): boolean => Number(pct) > 0;

const fundTexts: Readonly<Record<string, typeof texts.fundShares>> = {
  SPY: texts.fundShares,
  IEF: texts.fundBonds,
  GLD: texts.fundGold,
};

/** A symbol with the kind of fund that it is, for readers who do not know it. */
export const nameSymbol = (symbol: string): string => fundTexts[symbol]?.({ symbol }) ?? symbol;

type Part = BotDecision["parts"][number];

/** Says why a rule holds a symbol or not, with the figures that it decided on. */
export function explainPart({ symbol, targetPct, figures }: Part, until: string): string[] {
  if (targetPct === null) return [texts.whyMonthsMissing({ symbol })];
  const isHeld = isUp(targetPct);
  const sentences = figures.flatMap(({ kind, pct, months }): string[] => {
    const parts = { symbol, pct: formatSize(pct), months, until: formatMonth(until) };
    switch (kind) {
      case "trend":
        return [(isHeld ? texts.whyTrendHeld : texts.whyTrendOut)(parts)];
      case "average":
        return [(isHeld ? texts.whyAverageHeld : texts.whyAverageOut)(parts)];
      case "change":
        return [(isHeld ? texts.whyRose : texts.whyFell)(parts)];
      case "swing":
        return isHeld ? [texts.whySwing({ ...parts, target: formatSize(targetPct) })] : [];
    }
  });
  if (sentences.length > 0) return sentences;
  return isHeld ? [texts.whyHold({ symbol })] : [];
}

/** Says why a bot holds what it holds. Bots with one position say the levels of their trade. */
export function explainHoldings(
  { decision, holdings }: Pick<BotHoldings, "decision" | "holdings">,
  bot: Pick<Bot, "market" | "description" | "decisionInterval">,
): string[] {
  if (bot.decisionInterval === "1mo") {
    if (decision === null) return [texts.whyUndecided, bot.description];
    if (decision.isRateMissing) return [texts.whyRateMissing({ until: formatMonth(decision.until) }), bot.description];
    const sentences = decision.parts.flatMap((part) => explainPart(part, decision.until));
    const isWeighed = decision.parts.some(
      ({ targetPct, figures }) => targetPct !== null && isUp(targetPct) && figures.some(({ kind }) => kind === "swing"),
    );
    return sentences.length > 0 ? [...sentences, ...(isWeighed ? [texts.whySmaller] : [])] : [texts.whyNothing];
  }
  if (holdings.length === 0) return [texts.whyWaiting, bot.description];
  const { market } = bot;
  const levels = holdings.flatMap(({ symbol, stopPrice, targetPrice }) => [
    texts.whyOpen({ symbol }),
    ...(stopPrice === null ? [] : [texts.whyStop({ price: formatPrice({ market, price: stopPrice }) })]),
    ...(targetPrice === null ? [] : [texts.whyTarget({ price: formatPrice({ market, price: targetPrice }) })]),
  ]);
  return [...levels, bot.description];
}

/** Says when a bot decides next, by the market's time and by the clock. */
export function describeNext(next: BotHoldings["next"], now: number): string {
  if (next === null) return texts.nextNone;
  const at = formatDayAndTime(next.at);
  if (!next.isMarketTime) return texts.nextAt({ at });
  if (next.wallAt === null) return texts.nextReplay({ at });
  const minutes = Math.max(1, Math.ceil((Date.parse(next.wallAt) - now) / MINUTE_MS));
  if (minutes <= HOUR_MINUTES) return texts.nextSoon({ at, minutes });
  return texts.nextMarketTime({ at, wallAt: formatDayAndTime(next.wallAt) });
}

const fillTexts = {
  bought: texts.changeBought,
  sold: texts.changeSold,
  "sold-short": texts.changeSoldShort,
  "bought-back": texts.changeBoughtBack,
} as const;

/** Says what was traded, how much, at what price and cost. */
export function describeFill(
  { symbol, kind, price, partPct, costPerThousand }: BotFill,
  market: Bot["market"],
): string {
  const traded = fillTexts[kind]({ symbol, price: formatPrice({ market, price }), part: `${partPct}%` });
  if (costPerThousand === null) return traded;
  const isClose = kind === "sold" || kind === "bought-back";
  return `${traded} ${(isClose ? texts.changeCostBoth : texts.changeCost)({ cost: `$${costPerThousand}` })}`;
}

/** Says when the last trades were, and that the newest decision changed nothing where that is so. */
export function describeChangeTime({ lastChange, decision, next, ordersWait }: BotHoldings): string {
  if (lastChange === null) return texts.changeNone;
  const at = texts.changeAt({
    at: formatDayAndTime(lastChange.at),
    isMarketTime: next?.isMarketTime === true ? "yes" : "other",
  });
  const isKept = decision !== null && !ordersWait && lastChange.at.slice(0, 7) < decision.month;
  return isKept ? texts.changeKept({ month: formatMonth(decision.month), at }) : at;
}

export function describeInterest({ pays, earned }: BotHoldings["interest"]): string {
  if (earned === null) return pays ? texts.interestNone : texts.interestOff;
  return texts.interestEarned({
    amount: `$${earned.perThousand}`,
    pct: `${earned.pct}%`,
    days: earned.days,
    until: formatDay(`${earned.until}T12:00`),
  });
}
