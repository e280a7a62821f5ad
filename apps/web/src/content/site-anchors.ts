import * as texts from "../messages/shell.ts";

/** The sections of the landing page that the navigation bar links to. */
export const siteAnchors = [
  { id: "features", label: texts.features },
  { id: "markets", label: texts.markets },
  { id: "performance", label: texts.performance },
  { id: "pricing", label: texts.pricing },
] as const;
