import type { Alpaca, errors as alpacaErrors, trading } from "@alpacahq/alpaca-trade-api/rest";
import type { AlpacaSettings } from "./broker-settings.ts";
import { replaceOrigin } from "./load-exchange.ts";

/** After this time a request has failed, although the venue may still have executed it. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Amounts are the decimal strings that the venue sent. */
export type AlpacaOrder = trading.Order;

export interface LoadedAlpaca {
  client: Alpaca;
  errors: typeof alpacaErrors;
}

/**
 * Loads Alpaca's SDK on demand, without its streams. `url` replaces the origins of its trading and market data. Nothing is sent
 * again by the SDK: orders are settled by asking, and every question is asked again a second later.
 */
export async function loadAlpaca(
  { isPaper, url, credentials }: AlpacaSettings,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<LoadedAlpaca> {
  const { Alpaca, errors } = await import("@alpacahq/alpaca-trade-api/rest");
  const client = new Alpaca({
    ...credentials,
    paper: isPaper,
    timeoutMs,
    retry: false,
    redirect: "error",
    ...(url === undefined ? {} : { fetchApi: (address, init) => fetch(replaceOrigin(url, address), init) }),
  });
  return { client, errors };
}
