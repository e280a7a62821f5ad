import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { Registry } from "prom-client";

export interface MetricsServer {
  stop(): Promise<void>;
}

/**
 * Serves `GET /metrics` on a port of its own, so that a proxy of the product never shows it to visitors.
 * @param refresh called before each answer
 * @throws the error of a port that is in use
 */
export async function serveMetrics(
  registry: Registry,
  refresh: () => Promise<void>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    void answer(registry, refresh, response);
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answer(registry: Registry, refresh: () => Promise<void>, response: ServerResponse): Promise<void> {
  try {
    await refresh();
    const text = await registry.metrics();
    response.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" }).end(text);
  } catch {
    response.writeHead(500).end();
  }
}
