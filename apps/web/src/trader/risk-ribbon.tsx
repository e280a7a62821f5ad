import { usePublicSettings } from "./api.ts";
import * as texts from "../messages/market-data.ts";
import type { PublicSettings } from "@wazi/contracts";

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

/** The strip at the top of every page that states the trading mode and the price feed. */
export function RiskRibbon() {
  const settings = usePublicSettings();
  const text =
    settings.status === "ready"
      ? formatRibbon(settings.data)
      : settings.status === "failed"
        ? texts.ribbonNoAnswer
        : "";
  if (text === null) return null;
  return (
    <aside
      aria-label={texts.tradingMode}
      className="kuba border-b-2 border-accent bg-accent-tint px-4 text-center text-14 font-medium text-warning [--kuba-ink:var(--accent)] [--kuba-size:32px] [--kuba-strength:0.16]"
    >
      <p className="flex min-h-8 items-center justify-center py-1">
        {text}
        <noscript>{texts.ribbonNoScript}</noscript>
      </p>
    </aside>
  );
}
