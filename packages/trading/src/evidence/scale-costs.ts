import type { BotConfig } from "../bot/bot-config.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";

/** The same bot with all its costs times a factor: spread, slippage, commission and financing. */
export function scaleCosts(config: BotConfig, multiple: number): BotConfig {
  if (multiple === 1) return config;
  const instruments = config.instruments.map((instrument) => {
    return { ...instrument, costs: scale(instrument.costs, multiple) };
  });
  return { ...config, instruments };
}

function scale({ halfSpread, slippage, commission, financing }: TradingCosts, multiple: number): TradingCosts {
  const times = (cost: number): number => roundPrice(cost * multiple);
  return {
    halfSpread: times(halfSpread),
    slippage: times(slippage),
    commission: times(commission),
    ...(financing && {
      financing: { ...financing, longRate: times(financing.longRate), shortRate: times(financing.shortRate) },
    }),
  };
}
