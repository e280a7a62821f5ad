import { formatSimulatedSpeed, type Mode } from "./ribbon-text.ts";
import * as texts from "../messages/market-data.ts";

/** Describes the price feed and the broker in one sentence. */
export function describeFeed({ feed, broker, simulatedSpeed }: Mode): string {
  const prices = {
    simulated: texts.riskPricesSimulated({ simulatedSpeed: formatSimulatedSpeed(simulatedSpeed) }),
    replay: texts.riskPricesReplayed,
    live: texts.riskPricesLive,
  }[feed];
  return `${prices}, ${broker === "paper" ? texts.riskOrdersPaper : texts.riskOrdersReal}`;
}

/** The share of losing accounts, from our own records, once there are enough accounts. */
export function describeLosingAccounts(losingAccountsPct: number | null): string {
  return losingAccountsPct === null ? texts.losingAccountsUnknown : texts.losingAccountsShare({ losingAccountsPct });
}
