import type { Market, Verification } from "@wazi/contracts";

export const marketNames: Readonly<Record<Market, string>> = {
  forex: "Forex",
  crypto: "Crypto",
  stocks: "Stocks",
  commodities: "Commodities",
  indices: "Indices",
};

export const documentNames: Readonly<Record<Verification["documentType"], string>> = {
  passport: "Passport",
  id_card: "ID card",
  drivers_license: "Driver's license",
};
