import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { watchConnections } from "../process/connections.ts";
import { StartError } from "../process/start-error.ts";
import { answerMalformedRequest, KEEP_ALIVE_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "./connection-rules.ts";
import { randomUUID } from "node:crypto";
import { AppError } from "../base/app-error.ts";
import { toErrorAnswer } from "./errors.ts";
import { securityHeaders } from "./security-headers.ts";
import * as texts from "../../messages/platform.ts";

/** How far a start is. `step` is the file that runs, of those that the database lacks; 0 while another process migrates. */
type StartState = { state: "connecting" } | { state: "migrating"; step: number; of: number } | { state: "starting" };

const RETRY_AFTER_SECONDS = 5;
const BUSY_MESSAGE = texts.serviceStarting;
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
<title>Wazi is starting</title>
</head>
<body>
<h1>Wazi is starting</h1>
<p>This page refreshes every ${RETRY_AFTER_SECONDS} seconds. Your money is where it was.</p>
</body>
</html>
`;

/** Answers a request while the process connects to its database, migrates it and prepares to serve. */
function answerWhileStarting(state: StartState, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url?.split("?")[0] ?? "/";
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead && path === "/healthz") send(response, 200, { status: "ok" });
  else if (isRead && path === "/readyz") send(response, 503, state);
  else if (isRead && !path.startsWith("/api/") && request.headers.accept?.includes("text/html") === true)
    sendText(response, 503, "text/html; charset=utf-8", PAGE);
  else send(response, 503, toErrorAnswer(new AppError("BUSY", BUSY_MESSAGE)).body);
}

function send(response: ServerResponse, status: number, body: object): void {
  sendText(response, status, "application/json; charset=utf-8", JSON.stringify(body));
}

/** Node leaves out the body of an answer to HEAD. */
function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    ...securityHeaders,
    "content-type": type,
    "content-length": Buffer.byteLength(text),
    "x-request-id": randomUUID(),
    ...(status === 503 ? { "retry-after": String(RETRY_AFTER_SECONDS) } : {}),
  });
  response.end(text);
}

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
