/** What the landing page opens with. */

/** Stand after the headline in turn. */
export const rotatingWords = ["With AI Tools", "Grow Effortlessly", "Around The Clock"] as const;

/** The way of money through the platform, as the headline promises that it can be followed. */
export const moneySteps = [
  { name: "Deposit", text: "Your money arrives at an address that is yours alone, and is written into the ledger." },
  { name: "Pool", text: "You give it to a bot. It buys units of that bot's pool at the value of that moment." },
  { name: "Trade", text: "Each trade that closes moves the value of a unit, up or down, for everyone alike." },
  { name: "Balance", text: "Take it back when you want. The network fee of a withdrawal is on us." },
] as const;

/** From nothing to a running bot. */
export const steps = [
  {
    title: "Create Account",
    text: "Register, and verify your identity. It may be asked for before money comes in, never before it goes out.",
  },
  {
    title: "Fund Account",
    text: "Several ways to pay: USDT, USDC, ETH, BTC or LTC, on the network of your choice. Start with as little as $100.",
  },
  {
    title: "Activate Bots",
    text: "Choose a bot, say how much it gets and where it must stop. Take it back whenever you like.",
  },
] as const;

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
