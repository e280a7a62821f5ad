import type { PublicStatus } from "@wazi/contracts";
import type { FeedSettings } from "../settings.ts";
import type { FeedPlan } from "./feed-plan.ts";

/** Names the source of the prices of each kind of feed in use, for people. */
export function listPriceProviders(settings: FeedSettings, plan: FeedPlan): PublicStatus["priceProviders"] {
  const providers: PublicStatus["priceProviders"] = [];
  if (settings.kind === "live") providers.push({ feed: "live", provider: nameLiveProvider(settings.live) });
  if (settings.kind === "replay") providers.push({ feed: "replay", provider: "Recorded market prices, played again" });
  if (plan.simulated.length > 0) providers.push({ feed: "simulated", provider: "Wazi's own simulation" });
  return providers;
}

function nameLiveProvider(live: Extract<FeedSettings, { kind: "live" }>["live"]): string {
  return live.provider === "twelvedata" ? "Twelve Data" : `the exchange ${live.exchange}`;
}
