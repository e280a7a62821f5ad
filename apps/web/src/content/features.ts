import * as texts from "../messages/landing.ts";

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
    title: texts.featureClockTitle,
    text: texts.featureClockText,
  },
  {
    sign: "markets",
    title: texts.featureMarketsTitle,
    text: texts.featureMarketsText,
    planned: texts.n100Pairs,
  },
  {
    sign: "limits",
    title: texts.featureLimitsTitle,
    text: texts.featureLimitsText,
  },
  {
    sign: "ledger",
    title: texts.featureLedgerTitle,
    text: texts.featureLedgerText,
  },
  {
    sign: "lock",
    title: texts.protectedData,
    text: texts.featureSecurityText,
    link: { label: texts.featureSecurityLink, href: "/security" },
  },
  {
    sign: "measure",
    title: texts.featureMeasuredTitle,
    text: texts.featureMeasuredText,
    link: { label: texts.todaysFigures, href: "/status" },
  },
];
