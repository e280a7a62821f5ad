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
