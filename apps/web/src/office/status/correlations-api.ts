import { getBotCorrelations, type BotCorrelations } from "@wazi/contracts";
import { createPolled, type PolledState, usePolled } from "../../lib/polled.ts";

const REFRESH_MS = 60_000;
const botCorrelations = createPolled(getBotCorrelations, REFRESH_MS);

/** The correlations of the bots' daily returns, refetched every minute. */
export function useBotCorrelations(): PolledState<BotCorrelations> {
  return usePolled(botCorrelations);
}
