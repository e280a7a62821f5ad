import type { BotMarket, Verification } from "@wazi/contracts";
import * as texts from "../messages/shared.ts";

export const marketNames: Readonly<Record<BotMarket, string>> = {
  forex: texts.forex,
  crypto: texts.crypto,
  stocks: texts.stocks,
  commodities: texts.commodities,
  indices: texts.indices,
  portfolio: texts.portfolioMarket,
};

export const documentNames: Readonly<Record<Verification["documentType"], string>> = {
  passport: texts.passport,
  id_card: texts.idCard,
  drivers_license: texts.driversLicense,
};
