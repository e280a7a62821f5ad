/** What ccxt reads of an answer. */
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
 * How questions get to an exchange. ccxt's own way gives up on an answer that does not begin, but waits for ever on one
 * that does not end; and it reads a list that is no JSON as an empty one, which here would be an order that was never
 * sent. `url` stands in for the exchange's own address: what ccxt signs and sees stays the same.
 */
export function createTransport(options: {
  url: string | undefined;
  timeoutMs: number;
  /** Made from what is wrong, when an answer of success can't be read. */
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
    if (answer.ok && !isJson(text)) throw options.unreadable(`the answer of ${new URL(url).pathname} is no JSON`);
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
