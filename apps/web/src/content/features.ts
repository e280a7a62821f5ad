/** The drawing on a feature card. */
export type FeatureSign = "clock" | "markets" | "limits" | "ledger" | "lock" | "measure";

export interface Feature {
  sign: FeatureSign;
  title: string;
  text: string;
  /** Planned, not available yet. */
  planned?: string;
  link?: { label: string; href: string };
}

export const features: readonly Feature[] = [
  {
    sign: "clock",
    title: "Around the clock",
    text: "Eight bots watch their markets day and night. Each follows a fixed strategy, so you do not need to be online.",
  },
  {
    sign: "markets",
    title: "Five asset classes",
    text: "Forex, crypto, stocks, commodities and indices, all in one account.",
    planned: "100+ pairs",
  },
  {
    sign: "limits",
    title: "Limits you set",
    text: "Set your own stop-loss and take-profit on every position. Every bot trade also has its own stop.",
  },
  {
    sign: "ledger",
    title: "A ledger behind every figure",
    text: "Every balance is the sum of its ledger entries. Entries are never changed or deleted. A correction is a new entry, marked as one.",
  },
  {
    sign: "lock",
    title: "Protected data",
    text: "Identity documents are encrypted with AES-256-GCM. Passwords are stored as argon2id hashes, and a second step can protect your sign-in. With real money, no private key to a deposit is on the server.",
    link: { label: "How we keep it safe", href: "/security" },
  },
  {
    sign: "measure",
    title: "Measured, not promised",
    text: "Response times and uptime are measured every minute, for everyone to see.",
    link: { label: "Today's figures", href: "/status" },
  },
];
