import type { PublicSettings } from "@wazi/contracts";

export type Mode = Pick<PublicSettings, "mode" | "feed" | "broker" | "simulatedSpeed">;

const marketLabels = { simulated: "simulated markets", replay: "replayed markets", live: "live prices" } as const;

/** ", 60 times faster than the clock" after simulated prices; empty in real time. */
export function formatSimulatedSpeed(speed: number): string {
  return speed === 1 ? "" : `, ${speed} times faster than the clock`;
}

/** The text of the ribbon; null in live mode. */
export function formatRibbon({ mode, feed, broker, simulatedSpeed }: Mode): string | null {
  if (mode === "live") return null;
  const speed = feed === "simulated" ? formatSimulatedSpeed(simulatedSpeed) : "";
  return `Demo: ${broker === "paper" ? "paper money" : "demo account"}, ${marketLabels[feed]}${speed}`;
}
