import { type MarketModel, prepareModel, type PreparedModel } from "./volatility-model.ts";

/** A model for each of the five markets, and one for oil, whose series differ too much from other commodities. */
export const modelNames = ["forex", "crypto", "stocks", "commodities", "indices", "oil"] as const;
export type ModelName = (typeof modelNames)[number];

/** Rounded results of `npm run wazi -- fit-market`. The model of commodities was fitted to gold and adjusted by hand. */
export const marketModels: Readonly<Record<ModelName, MarketModel>> = {
  forex: {
    shockWeight: 0.035,
    memoryWeight: 0.62,
    burstShare: 0.47,
    jumpsPerDay: 5.9,
    jumpShare: 0.13,
    hourSwing: 0.9,
    daySwing: 0.14,
    monthSwing: 0.56,
  },
  crypto: {
    shockWeight: 0.165,
    memoryWeight: 0.69,
    burstShare: 0.59,
    jumpsPerDay: 2.4,
    jumpShare: 0.024,
    hourSwing: 0.51,
    daySwing: 0.21,
    monthSwing: 0.51,
  },
  stocks: {
    shockWeight: 0.04,
    memoryWeight: 0.72,
    burstShare: 0.23,
    jumpsPerDay: 0.02,
    jumpShare: 0.1,
    hourSwing: 0.25,
    daySwing: 0.51,
    monthSwing: 0.54,
  },
  commodities: {
    shockWeight: 0.066,
    memoryWeight: 0.75,
    burstShare: 0.45,
    jumpsPerDay: 0.15,
    jumpShare: 0.1,
    hourSwing: 0.75,
    daySwing: 0.15,
    monthSwing: 0.46,
  },
  indices: {
    shockWeight: 0.13,
    memoryWeight: 0.62,
    burstShare: 0.42,
    jumpsPerDay: 0,
    jumpShare: 0,
    hourSwing: 0.38,
    daySwing: 0.16,
    monthSwing: 0.74,
  },
  oil: {
    shockWeight: 0.066,
    memoryWeight: 0.75,
    burstShare: 0.45,
    jumpsPerDay: 0.15,
    jumpShare: 0.07,
    hourSwing: 0.75,
    daySwing: 0.17,
    monthSwing: 0.74,
  },
};

/** The prepared models. */
export const preparedModels = Object.fromEntries(
  modelNames.map((name) => [name, prepareModel(marketModels[name])]),
) as Readonly<Record<ModelName, PreparedModel>>;
