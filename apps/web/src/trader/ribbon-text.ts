import type { PublicSettings } from "@wazi/contracts";
import * as texts from "../messages/market-data.ts";

export type Mode = Pick<PublicSettings, "mode" | "feed" | "broker" | "simulatedSpeed">;

const marketLabels = {
  simulated: texts.simulatedMarkets,
  replay: texts.replayedMarkets,
  live: texts.livePrices,
} as const;

/** ", 60 times faster than the clock" after simulated prices; empty in real time. */
export function formatSimulatedSpeed(speed: number): string {
  return speed === 1 ? "" : texts.ribbonSpeed({ speed });
}

/** The text of the ribbon; null in live mode. */
export function formatRibbon({ mode, feed, broker, simulatedSpeed }: Mode): string | null {
  if (mode === "live") return null;
  const speed = feed === "simulated" ? formatSimulatedSpeed(simulatedSpeed) : "";
  return texts.ribbonDemo({ broker, feed: marketLabels[feed], speed });
}
