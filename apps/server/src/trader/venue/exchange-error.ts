import { maskSecrets } from "../../platform/base/mask-secrets.ts";
import { PriceSourceError, type SourceIssueKind } from "../feeds/price-source.ts";
import { isOneOf, type LoadedExchange } from "./load-exchange.ts";

const MAX_MESSAGE_LENGTH = 200;

/** Formats an exchange's error without query strings and named secrets, because signed requests contain them. */
export function formatExchangeError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return maskSecrets(text.replace(/[?#]\S*/g, ""))
    .replace(/\s+/g, " ")
    .slice(0, MAX_MESSAGE_LENGTH);
}

/** Classifies a failed request, for the log and for the waiting time. */
export function toPriceSourceError(error: unknown, { exchange, errors }: LoadedExchange): PriceSourceError {
  const words = formatExchangeError(error);
  if (isOneOf(error, errors, "RateLimitExceeded", "DDoSProtection")) {
    return new PriceSourceError("rate-limited", words, retryAfterMs(exchange.last_response_headers));
  }
  return new PriceSourceError(classifyError(error, errors), words);
}

function classifyError(error: unknown, errors: LoadedExchange["errors"]): SourceIssueKind {
  // BadResponse and unknown errors count as unreadable responses.
  if (isOneOf(error, errors, "BadResponse")) return "malformed";
  if (isOneOf(error, errors, "NetworkError")) return "unreachable";
  if (isOneOf(error, errors, "ExchangeError")) return "refused";
  return "malformed";
}

/** The header value is in seconds and its name may have any case. */
function retryAfterMs(headers: Readonly<Record<string, string>> | undefined): number | null {
  const text = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "retry-after")?.[1];
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : null;
}
