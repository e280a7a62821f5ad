// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const allInvestors = "All investors";
export const atTheCrosshair = "At the crosshair";
export const averageHoldingTime = "Average holding time";
export const botNameHasNotTradedHere = ({ botName }: { botName: Value }) =>
  `${botName} has not traded here yet.`;
export const bought = ({ span }: { span: ReactNode }) =>
  join(span, " bought");
export const boughtMark = "bought";
export const buy = "Buy";
export const buyAndHold = "Buy and hold";
export const buyAndHoldSameSymbols = ({ buyAndHoldPct }: { buyAndHoldPct: Value }) =>
  `Buy and hold of the same symbols: ${buyAndHoldPct}, without costs.`;
export const cash = "Cash";
export const close = "Close";
export const closed = "Closed";
export const closedMark = "closed";
export const closedTradesOnFeedPrices = ({ closedTrades, feed }: { closedTrades: Value; feed: Value }) =>
  `${closedTrades} on ${feed} prices`;
export const closedTradesTradesSay = ({ closedTrades }: { closedTrades: Value }) =>
  `${closedTrades} trades say`;
export const closedWithA = ({ won }: { won: string }) =>
  `closed with a ${(won === "yes" ? "gain" : "loss")}`;
export const closedWithAGain = ({ span }: { span: ReactNode }) =>
  join(span, " closed with a gain");
export const closedWithALoss = ({ span }: { span: ReactNode }) =>
  join(span, " closed with a loss");
export const daysDays = ({ days }: { days: Value }) =>
  `${days} days`;
export const daysDaysAgo = ({ days }: { days: Value }) =>
  `${days} days ago`;
export const differentFeeds = "Different feeds";
export const entryAndExit = "Entry and exit";
export const fromMinrecordtradesClosedTradesBots = ({ minRecordTrades }: { minRecordTrades: Value }) =>
  `From ${minRecordTrades} closed trades, the bot's card shows this record too.`;
export const gapInPrices = "Gap in prices";
export const high = "High";
export const hoursHAgo = ({ hours }: { hours: Value }) =>
  `${hours} h ago`;
export const hoursHMinutesMin = ({ hours, minutes }: { hours: Value; minutes: Value }) =>
  `${hours} h ${minutes} min`;
export const inMarketTimeClosesFrom = ({ first, last }: { first: Value; last: Value }) =>
  `In market time the closes are from ${first} to ${last}.`;
export const itsTrades = "its trades";
export const justNow = "just now";
export const largestFallFromPeakMaxdrawdownpct = ({ maxDrawdownPct, held, record }: { maxDrawdownPct: Value; held: Value; record: Value }) =>
  `Largest fall from a peak: ${maxDrawdownPct}%.${held}${record}`;
export const last30Days = "Last 30 days";
export const last90Days = "Last 90 days";
export const latestBar = "Latest bar";
export const livePrices = "live prices";
export const loading = "Loading…";
export const low = "Low";
export const maxDrawdown = "Max drawdown";
export const minutesMin = ({ minutes }: { minutes: Value }) =>
  `${minutes} min`;
export const minutesMinAgo = ({ minutes }: { minutes: Value }) =>
  `${minutes} min ago`;
export const n1Day = "1 day";
export const n1DayAgo = "1 day ago";
export const n1TradeSays = "1 trade says";
export const noChange = "No change";
export const noClosedTradesYetChart = "No closed trades yet. The chart starts with the first one.";
export const noClosedTradesYetFirst = "No closed trades yet. The first one will appear here.";
export const noCompleteBarForSymbol = ({ symbol }: { symbol: Value }) =>
  `No complete bar for ${symbol} yet. 1-minute bars appear first.`;
export const noLosingTradesYet = "No losing trades yet";
export const noTradesYet = "No trades yet";
export const notEnoughHistory = "Not enough history";
export const notKnownYet = "Not known yet";
export const onlyItsNewestMarkedtradesTrades = ({ markedTrades }: { markedTrades: Value }) =>
  `Only its newest ${markedTrades} trades are marked.`;
export const open = "Open";
export const openShowHighShow2Low = ({ show, show2, show3, show4 }: { show: Value; show2: Value; show3: Value; show4: Value }) =>
  `open ${show}, high ${show2}, low ${show3}, close ${show4}`;
export const overClosedtradesClosed = ({ closedTrades, closedTrades2 }: { closedTrades: Value; closedTrades2: number }) =>
  `over ${closedTrades} closed ${(closedTrades2 === 1 ? "trade" : "trades")}.`;
export const paperMoney = "paper money";
export const periodOnFeedWithOrders = ({ period, feed, orders }: { period: Value; feed: Value; orders: Value }) =>
  `${period}, on ${feed}, with ${orders}.`;
export const prices = "Prices";
export const pricesOfSymbol = ({ symbol }: { symbol: Value }) =>
  `Prices of ${symbol}`;
export const pricesSymbolAsTable = ({ symbol }: { symbol: Value }) =>
  `Prices of ${symbol}, as a table`;
export const profitFactor = "Profit factor";
export const realOrders = "real orders";
export const reason = "Reason";
export const recentBotActivity = "Recent Bot Activity";
export const replay = "Replay";
export const replayedPastPrices = "replayed past prices";
export const returnAndDrawdown = "Return and drawdown";
export const returnLabel = "Return";
export const sell = "Sell";
export const showMore = "Show More";
export const signal = "Signal";
export const simulatedPrices = "simulated prices";
export const sinceSince = ({ since }: { since: Value }) =>
  `Since ${since}`;
export const sinceSinceOneUnitBotname = ({ since, botName, nav, returnPct }: { since: Value; botName: Value; nav: Value; returnPct: Value }) =>
  `Since ${since}, one unit of ${botName} went from 1.0000 to ${nav} (${returnPct})`;
export const soldShort = "sold short";
export const soldShort2 = ({ span, whatIs }: { span: ReactNode; whatIs: ReactNode }) =>
  join(span, " sold short", whatIs);
export const stopLoss = "Stop-loss";
export const symbol = "Symbol";
export const symbolFromTimeAtShow = ({ symbol, time, show, time2 }: { symbol: Value; time: Value; show: Value; time2: Value }) =>
  `${symbol} from ${time} at ${show} to ${time2} at`;
export const target = "Target";
export const theBotOpenedStateSelect = ({ state, opened, opened2 }: { state: string; opened: number; opened2: Value }) =>
  `The bot opened ${(state === "yes" ? "no trade" : `${(opened === 1 ? "1 trade" : `${opened2} trades`)}`)} in this period.`;
export const theBotsClosedTrades = "The bot's closed trades";
export const thePrices = "the prices";
export const tooFewDays = "Too few days";
export const trade = "Trade";
export const trades = "Trades";
export const tradesLittleYetFromMinrecordtrades = ({ trades, minRecordTrades }: { trades: Value; minRecordTrades: Value }) =>
  `${trades} little yet. From ${minRecordTrades} closed trades, the bot's card shows this record too.`;
export const tradesOnOtherPriceFeeds = ({ trades }: { trades: Value }) =>
  `Trades on other price feeds are not counted here: ${trades}.`;
export const whatEachTradeGainedOr = "What each trade gained or lost for all investors in this bot together, before the profit share.";
export const when = "When";
export const winRate = "Win rate";
