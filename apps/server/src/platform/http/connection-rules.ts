import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../base/app-error.ts";
import { toErrorAnswer } from "./errors.ts";
import { securityHeaders } from "./security-headers.ts";
import * as texts from "../../messages/platform.ts";

/** Time for a whole request to arrive: enough for the largest upload over a slow line. Node limits headers to a minute. */
export const REQUEST_TIMEOUT_MS = 300_000;
/** Longer than the idle timeout of common proxies, so that the proxy closes the connection first. */
export const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** Answers malformed HTTP (a broken request line, more than 16 KB of headers), for which Fastify has no reply object. */
export function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const { body } = toErrorAnswer(new AppError("VALIDATION", texts.requestNotHttp));
  const json = JSON.stringify(body);
  const headers = {
    ...securityHeaders,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(json)),
    "x-request-id": randomUUID(),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 400 ${STATUS_CODES[400] ?? ""}`, ...lines, "", json].join("\r\n"));
}
