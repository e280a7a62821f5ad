// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const andOrdersGoToTrading = "and orders go to a trading venue.";
export const andTradingOnPaperNo = "and trading is on paper: no order goes to a market.";
export const couldNotLoadPrices = "Could not load prices";
export const demoFeedSpeed = ({ broker, feed, speed }: { broker: string; feed: Value; speed: Value }) =>
  `Demo: ${(broker === "paper" ? "paper money" : "demo account")}, ${feed}${speed}`;
export const javaScriptOffSoModeNot = "JavaScript is off, so the mode is not known. Treat every figure as a demo.";
export const livePrices = "live prices";
export const loadingPrices = "Loading prices…";
export const losingAccountsPctPercentAccountsThatHeld = ({ losingAccountsPct }: { losingAccountsPct: Value }) =>
  `${losingAccountsPct}% of the accounts that held a position here are below what they put in.`;
export const pricesHereAreLive = "Prices here are live";
export const pricesHereAreSimulatedSimulatedspeed = ({ simulatedSpeed }: { simulatedSpeed: Value }) =>
  `Prices here are simulated${simulatedSpeed}`;
export const pricesHereRealPastPrices = "Prices here are real past prices, replayed";
export const replayedMarkets = "replayed markets";
export const shareAccountsHereThatBelow = "Share of accounts here that are below what they put in: not yet known.";
export const simulatedMarkets = "simulated markets";
export const speedTimesFasterThanClock = ({ speed }: { speed: Value }) =>
  `, ${speed} times faster than the clock`;
export const theServerDidNotRespond = "The server did not respond. We try again every minute.";
export const theServerNotRespondingTreat = "The server is not responding. Treat every figure as a demo.";
export const tradingCanLoseMoney = "Trading can lose money";
export const tradingMode = "Trading mode";
export const youCanLoseSomeOr = ({ part }: { part: ReactNode }) =>
  join("You can lose some or all of what you put in. Past results do not predict future ones.", part);
