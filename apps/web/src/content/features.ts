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
    title: texts.aroundTheClock2,
    text: texts.eightBotsWatchTheirMarkets,
  },
  {
    sign: "markets",
    title: texts.fiveAssetClasses,
    text: texts.forexCryptoStocksCommoditiesAnd,
    planned: texts.n100Pairs,
  },
  {
    sign: "limits",
    title: texts.limitsYouSet,
    text: texts.setYourOwnStopLoss,
  },
  {
    sign: "ledger",
    title: texts.aLedgerBehindEveryFigure,
    text: texts.everyBalanceSumItsLedger,
  },
  {
    sign: "lock",
    title: texts.protectedData,
    text: texts.identityDocumentsEncryptedWithAes,
    link: { label: texts.howWeKeepItSafe, href: "/security" },
  },
  {
    sign: "measure",
    title: texts.measuredNotPromised,
    text: texts.responseTimesAndUptimeMeasured,
    link: { label: texts.todaysFigures, href: "/status" },
  },
];
