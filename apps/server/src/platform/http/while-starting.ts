import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../base/app-error.ts";
import { toErrorAnswer } from "./errors.ts";
import { securityHeaders } from "./security-headers.ts";

/** How far a start is. `step` is the file that runs, of those that the database lacks; 0 while another process migrates. */
export type StartState =
  | { state: "connecting" }
  | { state: "migrating"; step: number; of: number }
  | { state: "starting" };

const RETRY_AFTER_SECONDS = 5;
const BUSY_MESSAGE = "Wazi is starting. No money was moved. Please try again in a moment.";
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
export function answerWhileStarting(state: StartState, request: IncomingMessage, response: ServerResponse): void {
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
