/** What each card of the landing page's features is drawn with. */
export type FeatureSign = "clock" | "markets" | "limits" | "ledger" | "lock" | "measure";

export interface Feature {
  sign: FeatureSign;
  title: string;
  text: string;
  /** What is meant to come and is not there yet. */
  planned?: string;
  link?: { label: string; href: string };
}

export const features: readonly Feature[] = [
  {
    sign: "clock",
    title: "Around the clock",
    text: "Eight bots watch their markets day and night. Each follows a written rule, and none needs you to sit beside it.",
  },
  {
    sign: "markets",
    title: "Five asset classes",
    text: "Forex, crypto, stocks, commodities and indices, side by side in one account.",
    planned: "100+ pairs",
  },
  {
    sign: "limits",
    title: "Limits that you set",
    text: "A stop-loss and a take-profit of your own on every position. Every trade of a bot has a stop besides.",
  },
  {
    sign: "ledger",
    title: "A ledger under it all",
    text: "Every balance is the sum of its entries. None is ever changed or deleted: a correction is an entry of its own, and says so.",
  },
  {
    sign: "lock",
    title: "Kept under lock",
    text: "AES-256-GCM over identity documents, argon2id hashes in place of passwords. With real money, no private key to a deposit is on the server.",
    planned: "Second factor",
    link: { label: "How it is kept safe", href: "/security" },
  },
  {
    sign: "measure",
    title: "Measured, not promised",
    text: "How fast the platform answers and how long it has been up is measured each minute, for everyone to read.",
    link: { label: "Today's figures", href: "/status" },
  },
];
