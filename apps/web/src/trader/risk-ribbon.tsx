import { usePublicSettings } from "../lib/public-settings.ts";
import * as texts from "../messages/market-data.ts";
import type { PublicSettings } from "@wazi/contracts";

export type Mode = Pick<PublicSettings, "mode" | "feed" | "broker" | "simulatedSpeed">;

const marketLabels = {
  simulated: texts.simulatedMarkets,
  replay: texts.replayedMarkets,
  live: texts.livePrices,
} as const;

/** True for simulated prices that do not run in real time. */
export const runsFaster = ({ feed, simulatedSpeed }: Pick<Mode, "feed" | "simulatedSpeed">): boolean =>
  feed === "simulated" && simulatedSpeed !== 1;

/** The text of the ribbon; null in live mode. */
export function formatRibbon(mode: Mode): string | null {
  if (mode.mode === "live") return null;
  const parts = { broker: mode.broker, feed: marketLabels[mode.feed] };
  return runsFaster(mode) ? texts.ribbonDemoFaster({ ...parts, speed: mode.simulatedSpeed }) : texts.ribbonDemo(parts);
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
