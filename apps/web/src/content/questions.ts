/** The frequently asked questions of the landing page. */
export const questions = [
  {
    question: "How does Wazi work?",
    answer:
      "You make a deposit and allocate part of your balance to one or more bots. Each bot trades one market with a fixed strategy. Its trades move the value of your position up or down. You keep 70 to 90% of a profit, depending on your plan. Every step is a ledger entry that you can read.",
  },
  {
    question: "What is the minimum deposit?",
    answer:
      "$100. Total deposits of $100 unlock 3 bots, $500 unlock 5, and $1,000 or more unlock all 8. There is no monthly fee.",
  },
  {
    question: "How do I withdraw my profits?",
    answer:
      "Transfer your running profits to your balance, then withdraw $10 or more: in USDT, ETH, BTC or LTC, to a bank in ten African countries, or to M-Pesa in Kenya and Tanzania. The network fee is covered. We will never ask you to pay in order to withdraw. The status page shows how long withdrawals take.",
  },
  {
    question: "Is my money safe?",
    answer:
      "Your records are safe: every cent is in a ledger that is checked regularly, and no entry is ever changed. Money in a bot is at risk, because trading is risky. A bot can lose, and a loss may never be recovered. Put in only what you can afford to lose.",
  },
  {
    question: "How long until I see profits?",
    answer:
      "Nobody can say, and you should not trust anyone who does. A bot closes some trades with a gain and some with a loss. You see each one when it closes. Wazi takes its share only after losses are made up.",
  },
  {
    question: "Do I need trading experience?",
    answer:
      "No. The bots decide when to buy and sell. You decide how much money each bot gets and at what loss it must stop. Read what a bot does, and what it does badly, before you give it money.",
  },
  {
    question: "Which markets are available?",
    answer:
      "Forex, crypto, stocks, commodities and indices. Each price has a tag that shows where it comes from: LIVE, REPLAY or SIMULATED.",
  },
] as const;
