// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value, type Wrap, join } from "../lib/message-parts.ts";

export const allBots = "All bots";
export const beforeYouJoined = "Before you joined";
export const botNotFound = "Bot not found";
export const buy = "Buy";
export const closedTrades = "Closed trades";
export const compareWithOthers = "Compare with others";
export const couldNotLoadTheEvidence = "Could not load the evidence";
export const couldNotLoadTrackRecord = "Could not load the track record";
export const couldNotLoadYourCosts = "Could not load your costs";
export const downloadAndVerify = "Download and verify";
export const downloadAndVerifyRecordName = ({ name }: { name: Value }) =>
  `Download and verify the record of ${name}`;
export const everyClosedTradeWithIts = ({ link }: { link: Wrap }) =>
  join("Every closed trade with its place in the signed log. The checker computes these figures again. ", link("How it works"));
export const fromYourBotsBacktestsOn = "From your bots' backtests on real past prices. Nobody invested in these trades.";
export const itsRecord = "its record";
export const loading = "Loading…";
export const noteYourOwnTradesWill = ({ note }: { note: Value }) =>
  `${note} Your own trades will appear here. Your bots will start trading soon!`;
export const pricesAndTrades = "Prices and trades";
export const seeAllBots = "See all bots";
export const sell = "Sell";
export const theBot = "the bot";
export const theServerDidNotRespond = "The server did not respond. No money was moved. Reload the page to try again.";
export const thereNoBotAtThis = "There is no bot at this address. Check the address and try again.";
export const trackRecord = "Track record";
export const tradesThatYourBotsClosed = "Trades that your bots closed before you put money in.";
export const yourBotsClosedTheseTrades = "Your bots closed these trades before you joined. They did not move your money.";
export const yourPackage = "your package";
export const yourPosition = "your position";
