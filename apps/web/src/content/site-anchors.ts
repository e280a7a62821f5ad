/** The parts of the landing page that the bar at its head leads to. */
export const siteAnchors = [
  { id: "features", label: "Features" },
  { id: "markets", label: "Markets" },
  { id: "performance", label: "Performance" },
  { id: "pricing", label: "Pricing" },
] as const;
