/**
 * A hundred dollars on their way down the landing page, entry by entry, as the platform would book them: 100 units at
 * 1.00, a trade of +5.00 and one of -2.00, a profit of 3.00 split 70 : 30 (Starter). An example and not a forecast.
 */
export interface ExampleEntry {
  step: string;
  /** US dollars, with their sign. */
  amounts: readonly string[];
  text: string;
}

export const workedExample = {
  deposit: { step: "Deposit", amounts: ["100.00"], text: "arrives, and is written into the ledger" },
  pool: { step: "Pool", amounts: ["100.00"], text: "buys 100 units of a bot's pool at $1.00" },
  trade: { step: "Trade", amounts: ["5.00", "-2.00"], text: "one closes well, one does not: a unit is now $1.03" },
  split: { step: "Split", amounts: ["2.10"], text: "of the $3.00 are yours on Starter, $0.90 Wazi's" },
  balance: {
    step: "Balance",
    amounts: ["102.10"],
    text: "yours to withdraw. Had the trades lost, a loss would stand here.",
  },
} as const satisfies Record<string, ExampleEntry>;
