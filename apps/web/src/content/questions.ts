/** The questions that people ask first, answered as things are. */
export const questions = [
  {
    question: "How does Wazi work?",
    answer:
      "You deposit, and give part of your balance to one or more bots. Each bot trades one market by a written rule. Its trades change the value of your part, up or down; of a profit you keep 70 to 90 per cent, by your plan. Every step is an entry in the ledger that you can read.",
  },
  {
    question: "What is the minimum deposit?",
    answer:
      "$100. Deposits of $100 in all open 3 bots, $500 open 5, and $1,000 or more open all 8. There is no monthly fee.",
  },
  {
    question: "How do I withdraw my profits?",
    answer:
      "Move your running profits to your balance, then withdraw from $10 on: as USDT, ETH, BTC or LTC, to a bank in ten African countries, or to M-Pesa in Kenya and Tanzania. The network fee is covered, and nobody will ever ask you to pay in order to withdraw. How long it takes is measured on the status page.",
  },
  {
    question: "Is my money safe?",
    answer:
      "The record of it is: every cent is in a ledger that is checked against itself, and no entry is ever changed. The money in a bot is at risk, because trading is: a bot can lose, and what it lost does not come back by itself. Put in only what you can do without.",
  },
  {
    question: "How long until I see profits?",
    answer:
      "Nobody can say, and whoever does should not be trusted. A bot closes some trades with a gain and some with a loss. You see each one as it closes, and Wazi takes its part only once a loss has been made up.",
  },
  {
    question: "Do I need trading experience?",
    answer:
      "No. The bots decide when to buy and sell. You decide how much each gets and at which loss it must stop, and it is worth reading what a bot does, and does badly, before you give it money.",
  },
  {
    question: "Which markets are available?",
    answer:
      "Forex, crypto, stocks, commodities and indices. Each price carries a tag that says where it comes from: LIVE, REPLAY or SIMULATED.",
  },
] as const;
