import type { AccountFigures } from "@wazi/contracts";

/** What the figures of an account are called, wherever they stand in the back office. */
export const figureWords = {
  balance: "Balance",
  depositFunds: "Deposit funds",
  profitFunds: "Profit funds",
  totalInvested: "Invested",
  totalProfit: "Running profit",
  withdrawalHold: "On hold",
} as const satisfies Partial<Record<keyof AccountFigures, string>>;
