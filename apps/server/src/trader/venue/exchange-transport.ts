/** The parts of a response that ccxt reads. */
interface TransportAnswer {
  status: number;
  statusText: string;
  headers: Headers;
  text: () => Promise<string>;
}

type Transport = (
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string },
) => Promise<TransportAnswer>;

/**
 * Sends ccxt's requests. ccxt's own transport has a timeout only for the start of a response, and it reads a list that is
 * not JSON as empty, which would look like an order that was never sent. `url` replaces the exchange's origin; the
 * request that ccxt signs stays the same.
 */
export function createTransport(options: {
  url: string | undefined;
  timeoutMs: number;
  /** Creates the error for a successful response that is not JSON. */
  unreadable: (message: string) => Error;
}): Transport {
  return async (url, { method, headers, body }) => {
    const answer = await fetch(options.url === undefined ? url : replaceOrigin(options.url, url), {
      method,
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(options.timeoutMs),
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (answer.ok && !isJson(text)) throw options.unreadable(`the response of ${new URL(url).pathname} is not JSON`);
    const { status, statusText } = answer;
    return { status, statusText, headers: answer.headers, text: () => Promise.resolve(text) };
  };
}

function replaceOrigin(place: string, url: string): string {
  const { pathname, search } = new URL(url);
  return `${new URL(place).origin}${pathname}${search}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
