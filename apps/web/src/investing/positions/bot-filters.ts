import type { Bot, Market, PublicEvidence } from "@wazi/contracts";
import * as texts from "../../messages/investments.ts";

export type EvidenceOfBot = PublicEvidence["bots"][number];

/** Undefined while it loads; null without a record. */
export type ShownEvidence = EvidenceOfBot | null | undefined | "failed";

/** The place is the bot's position in the catalogue, from 0. */
export interface ListedBot {
  bot: Bot;
  place: number;
  /** Undefined while it loads; null without a record. */
  evidence: EvidenceOfBot | null | undefined;
  isOwn: boolean;
}

export const botSorts = ["catalogue", "risk", "fall", "costs", "return"] as const;
export type BotSort = (typeof botSorts)[number];

/** The default is never the return: past returns say little about future ones. */
export const botSortNames: Readonly<Record<BotSort, string>> = {
  catalogue: texts.ourOrder,
  risk: texts.lowestRisk,
  fall: texts.smallestFall,
  costs: texts.lowestCosts,
  return: texts.highestReturn,
};

export const botRisks = ["any", "low", "medium", "high"] as const;
export type BotRisk = (typeof botRisks)[number];

export const botRiskNames: Readonly<Record<BotRisk, string>> = {
  any: texts.anyRisk,
  low: texts.riskLow,
  medium: texts.riskMedium,
  high: texts.riskHigh,
};

export interface BotFilters {
  market: Market | "all";
  risk: BotRisk;
  sort: BotSort;
}

export const noBotFilters: BotFilters = { market: "all", risk: "any", sort: "catalogue" };

/** The least is first; without the figure it is last. */
const ranks: Readonly<Record<BotSort, (listed: ListedBot) => number | null>> = {
  catalogue: ({ place }) => place,
  risk: ({ evidence }) => evidence?.risk?.level ?? null,
  fall: ({ evidence }) => negate(evidence?.headline?.maxDrawdownPct?.value),
  costs: ({ evidence }) => evidence?.headline?.costsPct ?? null,
  return: ({ evidence }) => negate(evidence?.headline?.returnPct),
};

function negate(figure: number | null | undefined): number | null {
  return figure === null || figure === undefined ? null : -figure;
}

function isRiskIn(level: number | undefined, risk: BotRisk): boolean {
  switch (risk) {
    case "any":
      return true;
    case "low":
      return level !== undefined && level <= 2;
    case "medium":
      return level === 3;
    case "high":
      return level !== undefined && level >= 4;
  }
}

/** The bots that match, the investor's own first, then in the chosen order; equal ones in the catalogue's order. */
export function arrangeBots(bots: readonly ListedBot[], { market, risk, sort }: BotFilters): ListedBot[] {
  const rank = (listed: ListedBot): number => ranks[sort](listed) ?? Number.POSITIVE_INFINITY;
  return bots
    .filter(({ bot, evidence }) => (market === "all" || bot.market === market) && isRiskIn(evidence?.risk?.level, risk))
    .sort((a, b) => {
      if (a.isOwn !== b.isOwn) return a.isOwn ? -1 : 1;
      const [first, second] = [rank(a), rank(b)];
      return first === second ? a.place - b.place : first < second ? -1 : 1;
    });
}
