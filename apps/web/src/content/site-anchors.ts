/** The sections of the landing page that the navigation bar links to. */
export const siteAnchors = [
  { id: "features", label: "Features" },
  { id: "markets", label: "Markets" },
  { id: "performance", label: "Performance" },
  { id: "pricing", label: "Pricing" },
] as const;
