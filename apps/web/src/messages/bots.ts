// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.

export const activeBots = "Active Bots";
export const allBots = "All bots";
export const availableBalance = "Available Balance";
export const bots = "Bots";
export const canBeAllocatedOrWithdrawn = "Can be allocated or withdrawn";
export const compareBots = "Compare bots";
export const eachBotTradesOneMarket = "Each bot trades one market with its own strategy. Allocate part of your balance, follow the trades, and take your money back at any time.";
export const howToReadThis = "How to read this";
export const loading = "Loading…";
export const noBotsAvailableYetPlease = "No bots are available yet. Please come back later.";
export const theBots = "the bots";
export const theDialogCouldNotLoaded = "The dialog could not be loaded. No money was moved. Reload the page to try again.";
export const totalInvested = "Total Invested";
export const tradingWithYourMoney = "Trading with your money";
export const yourOwnMoneyInBots = "Your own money in bots";
export const yourPackage = "your package";
export const yourPositions = "your positions";
