import { formatSimulatedSpeed, type Mode } from "./ribbon-text.ts";
import * as texts from "../messages/market-data.ts";

/** Describes the price feed and the broker in one sentence. */
export function describeFeed({ feed, broker, simulatedSpeed }: Mode): string {
  const prices = {
    simulated: texts.pricesHereAreSimulatedSimulatedspeed({ simulatedSpeed: formatSimulatedSpeed(simulatedSpeed) }),
    replay: texts.pricesHereRealPastPrices,
    live: texts.pricesHereAreLive,
  }[feed];
  return `${prices}, ${broker === "paper" ? texts.andTradingOnPaperNo : texts.andOrdersGoToTrading}`;
}

/** The share of losing accounts, from our own records, once there are enough accounts. */
export function describeLosingAccounts(losingAccountsPct: number | null): string {
  return losingAccountsPct === null
    ? texts.shareAccountsHereThatBelow
    : texts.losingAccountsPctPercentAccountsThatHeld({ losingAccountsPct });
}
