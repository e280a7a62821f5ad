import { startFakeProvider, type FakeProvider, type ProviderAnswer, type ProviderQuestion } from "./fake-provider.ts";

export const TWELVEDATA_KEY = "a-twelvedata-key";
export const QUOTE_PATH = "/quote";

interface FakeQuote {
  close: string;
  isOpen?: boolean;
  /** Seconds before now of the last quote. */
  age?: number;
}

export interface FakeTwelvedata extends FakeProvider {
  quotes: Map<string, FakeQuote>;
  /** The symbols of each question, oldest first. */
  batches: string[][];
  /** True: the next question is refused for want of credits under HTTP 200, as the provider also does. */
  isOutOfCredits: boolean;
}

const outOfCredits = {
  code: 429,
  message:
    "You have run out of API credits for the current minute. 9 API credits were used, with the current limit being 8.",
  status: "error",
};

/** A provider with the answers that Twelve Data documents for `/quote`, with its errors and its credits. */
export async function startFakeTwelvedata(): Promise<FakeTwelvedata> {
  const quotes = new Map<string, FakeQuote>();
  const batches: string[][] = [];
  const state = { isOutOfCredits: false };
  const provider = await startFakeProvider(
    (question) => {
      if (!state.isOutOfCredits) return answer(question, quotes, batches);
      state.isOutOfCredits = false;
      return { body: outOfCredits };
    },
    { status: 429, body: outOfCredits },
  );
  return Object.assign(state, { ...provider, quotes, batches });
}

function answer(
  { path, parameters, headers }: ProviderQuestion,
  quotes: ReadonlyMap<string, FakeQuote>,
  batches: string[][],
): ProviderAnswer {
  if (headers.authorization !== `apikey ${TWELVEDATA_KEY}`) {
    const message = "**apikey** parameter is incorrect or not specified.";
    return { status: 401, body: { code: 401, message, status: "error" } };
  }
  if (path !== QUOTE_PATH) return { status: 404, body: { code: 404, message: "Not found", status: "error" } };
  const symbols = (parameters.get("symbol") ?? "").split(",");
  batches.push(symbols);
  const bodies = symbols.map((symbol) => [symbol, quoteBody(symbol, quotes.get(symbol))] as const);
  const [first] = bodies;
  return { body: bodies.length === 1 ? first?.[1] : Object.fromEntries(bodies) };
}

function quoteBody(symbol: string, quote: FakeQuote | undefined): object {
  if (!quote) {
    const message = `**symbol** not found: ${symbol}. Please specify it correctly according to API Documentation.`;
    return { code: 404, message, status: "error", meta: { symbol, interval: "", exchange: "" } };
  }
  const seconds = Math.floor(Date.now() / 1_000) - (quote.age ?? 0);
  return {
    symbol,
    name: symbol,
    exchange: "NASDAQ",
    mic_code: "XNAS",
    currency: "USD",
    datetime: "2026-09-18",
    timestamp: seconds - 3_600,
    last_quote_at: seconds,
    open: quote.close,
    high: quote.close,
    low: quote.close,
    close: quote.close,
    volume: "67903927",
    previous_close: "100.00",
    change: "-0.24",
    percent_change: "-0.16",
    average_volume: "83571571",
    is_market_open: quote.isOpen ?? true,
  };
}
