/** What the landing page opens with. */

/** Stand after the headline in turn. */
export const rotatingWords = ["With AI Tools", "Grow Effortlessly", "Around The Clock"] as const;

/** The way of money through the platform, as the headline promises that it can be followed. */
export const storyKnots = [
  { name: "Deposit", text: "Your money arrives at an address that is yours alone, and is written into the ledger." },
  { name: "Pool", text: "You give it to a bot. It buys units of that bot's pool at the value of that moment." },
  { name: "Trade", text: "Each trade that closes moves the value of a unit, up or down, for everyone alike." },
  { name: "Balance", text: "Take it back when you want. The network fee of a withdrawal is on us." },
] as const;
