import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request to a provider. */
export interface ProviderQuestion {
  method: string;
  path: string;
  /** The fields of the address, or of the body where that is a form. */
  parameters: URLSearchParams;
  /** As it was sent; empty without one. */
  body: string;
  headers: IncomingMessage["headers"];
}

export interface ProviderAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a string as it is. */
  body: unknown;
}

/** How a provider fails: without doing what was asked, or, for `lose-answer`, after having done it. */
type Misbehaviour = "rate-limit" | "server-error" | "malformed" | "silence" | "lose-answer";

export interface FakeProvider {
  url: string;
  /** Method and path of all requests, oldest first. */
  asked: string[];
  /** The next questions for a path fail in these ways, one each. */
  misbehave(path: string, ...how: readonly Misbehaviour[]): void;
  close(): Promise<void>;
}

/** A small local server in a provider's place. `rateLimited` is what the provider says when it is asked too often. */
export async function startFakeProvider(
  answer: (question: ProviderQuestion) => ProviderAnswer,
  rateLimited: ProviderAnswer,
): Promise<FakeProvider> {
  const misbehaviours = new Map<string, Misbehaviour[]>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void readQuestion(request).then((question) => {
      asked.push(`${question.method} ${question.path}`);
      const how = misbehaviours.get(question.path)?.shift();
      respond(response, how, () => answer(question), rateLimited);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    misbehave: (path, ...how) => void misbehaviours.set(path, [...(misbehaviours.get(path) ?? []), ...how]),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readQuestion(request: IncomingMessage): Promise<ProviderQuestion> {
  const url = new URL(request.url ?? "/", "http://localhost");
  let body = "";
  for await (const piece of request) body += String(piece);
  const parameters = new URLSearchParams(body === "" ? url.search : body);
  return { method: request.method ?? "", path: url.pathname, parameters, body, headers: request.headers };
}

function respond(
  response: ServerResponse,
  how: Misbehaviour | undefined,
  answer: () => ProviderAnswer,
  rateLimited: ProviderAnswer,
): void {
  switch (how) {
    case "silence":
      return;
    case "lose-answer":
      answer();
      return;
    case "rate-limit":
      send(response, rateLimited);
      return;
    case "server-error":
      send(response, { status: 503, body: "<html>Service Unavailable</html>" });
      return;
    case "malformed":
      send(response, { body: '{"price": "1.0' });
      return;
    default:
      send(response, answer());
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: ProviderAnswer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
