import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { watchConnections } from "../process/connections.ts";
import { StartError } from "../process/start-error.ts";
import { answerMalformedRequest, KEEP_ALIVE_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "./connection-rules.ts";
import { answerWhileStarting, type StartState } from "./while-starting.ts";

/** The port of the product, from the first moment of a start to the end of the process. */
export interface Listener {
  /** Such as http://127.0.0.1:3000. */
  readonly address: string;
  /** Sets what `/readyz` says until the application takes over. */
  setState(state: StartState): void;
  /** From now on the application answers, on connections that were open before too. */
  handOver(answer: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Takes no more connections, and closes each that is open after its current request. */
  close(): Promise<void>;
}

/**
 * Opens the port. Until the application takes over, requests are told that Wazi is starting.
 * @throws StartError when the port cannot be used
 */
export async function openListener({ host, port }: { host: string; port: number }): Promise<Listener> {
  let state: StartState = { state: "connecting" };
  let answer = (request: IncomingMessage, response: ServerResponse): void =>
    answerWhileStarting(state, request, response);
  const server = createServer((request, response) => answer(request, response));
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.on("clientError", answerMalformedRequest);
  const connections = watchConnections(server);
  server.listen(port, host);
  await once(server, "listening").catch((error: unknown) => {
    throw portError(error as NodeJS.ErrnoException, host, port);
  });
  return {
    address: formatAddress(server.address() as AddressInfo),
    setState: (next) => (state = next),
    handOver: (next) => (answer = next),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      connections.endUnused();
      await closed;
    },
  };
}

/** An address of this machine in place of the one that means all of them. */
function formatAddress({ address, family, port }: AddressInfo): string {
  if (address === "0.0.0.0") return `http://127.0.0.1:${port}`;
  return family === "IPv6" ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartError(
        `PORT: ${port} is in use on ${host}. Stop the program that uses it, or set another PORT (0 picks a free one).`,
      );
    case "EACCES":
      return new StartError(`PORT: this user has no permission to use ${port}. Set a PORT above 1023.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(
        `HOST: ${host} is not an address of this machine. Set HOST to another address, such as 127.0.0.1.`,
      );
    default:
      return error;
  }
}
