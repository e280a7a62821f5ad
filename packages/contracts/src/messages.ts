import * as refusals from "./messages/refusals.ts";

/** Texts that the server and the web app share: refusals that people read. Tests compare them word for word. */
export const messages = {
  ...refusals,
  networkMinimum: (network: string, least: string): string => refusals.networkMinimum({ network, least }),
  overInvestmentFund: (available: string): string => refusals.overInvestmentFund({ available }),
  overRunningProfit: (available: string): string => refusals.overRunningProfit({ available }),
  overBalance: (available: string): string => refusals.overBalance({ available }),
} as const;
