/** The texts of the landing page. */

/** Shown in turn after the headline. */
export const rotatingWords = ["With AI Tools", "Grow Effortlessly", "Around The Clock"] as const;

/** The four steps of the money through the platform. */
export const moneySteps = [
  { name: "Deposit", text: "Your money arrives at your own address and is recorded in the ledger." },
  { name: "Pool", text: "You allocate it to a bot. It buys units of that bot's pool at the current unit price." },
  { name: "Trade", text: "Each closed trade moves the unit price up or down, equally for every investor." },
  { name: "Balance", text: "Withdraw it when you want. We pay the network fee." },
] as const;

/** The steps from sign-up to a running bot. */
export const steps = [
  {
    title: "Create Account",
    text: "Sign up and verify your identity. It may be required before a deposit, but never before a withdrawal.",
  },
  {
    title: "Fund Account",
    text: "Pay with USDT, USDC, ETH, BTC or LTC on the network of your choice. Start with as little as $100.",
  },
  {
    title: "Activate Bots",
    text: "Choose a bot, set an amount and a stop-loss. Take your money back at any time.",
  },
] as const;

/**
 * The worked example of the landing page, as the platform would record it: 100 units at 1.00, one trade of +5.00 and
 * one of -2.00, and a profit of 3.00 split 70 : 30 (Starter). It is an example, not a forecast.
 */
export interface ExampleEntry {
  step: string;
  /** Signed amounts in US dollars. */
  amounts: readonly string[];
  text: string;
}

export const workedExample = {
  deposit: { step: "Deposit", amounts: ["100.00"], text: "arrives and is recorded in the ledger" },
  pool: { step: "Pool", amounts: ["100.00"], text: "buys 100 units of a bot's pool at $1.00" },
  trade: { step: "Trade", amounts: ["5.00", "-2.00"], text: "one gain and one loss: a unit is now worth $1.03" },
  split: { step: "Split", amounts: ["2.10"], text: "of the $3.00 profit is yours on Starter, $0.90 is Wazi's" },
  balance: {
    step: "Balance",
    amounts: ["102.10"],
    text: "yours to withdraw. If the trades had lost, you would see a loss here.",
  },
} as const satisfies Record<string, ExampleEntry>;
