// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.

export const everyTradeYourMoneyPart = "Every trade your money was part of, and its result.";
export const tradeHistory = "Trade history";
export const trades = "Trades";
