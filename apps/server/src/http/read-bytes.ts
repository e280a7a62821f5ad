import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Readable } from "node:stream";
import { AppError } from "../core/app-error.ts";

/**
 * Reads the bytes of a large body; undefined for an empty one. Yields to the event loop after each chunk, so that many
 * fast uploads do not delay other requests. Each byte is copied once.
 * @throws AppError PAYLOAD_TOO_LARGE above the limit · VALIDATION when the length differs from Content-Length
 */
export async function readBytes(
  payload: Readable,
  headers: IncomingMessage["headers"],
  limit: number,
): Promise<Buffer | undefined> {
  const announced = headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);
  if (announced !== undefined && announced > limit) throw tooLarge();
  const whole = announced === undefined ? undefined : Buffer.allocUnsafeSlow(announced);
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of payload as AsyncIterable<Buffer>) {
      if (length + piece.length > Math.min(limit, announced ?? limit)) throw tooLarge();
      if (whole === undefined) pieces.push(piece);
      else piece.copy(whole, length);
      length += piece.length;
      await nextTurn();
    }
  } catch (error) {
    // The connection broke before the end.
    throw error instanceof AppError ? error : contentLengthMismatch();
  }
  if (announced !== undefined && announced !== length) throw contentLengthMismatch();
  return length === 0 ? undefined : (whole ?? Buffer.concat(pieces));
}

function contentLengthMismatch(): AppError {
  return new AppError("VALIDATION", "The request body does not match its Content-Length.");
}

function tooLarge(): AppError {
  return new AppError("PAYLOAD_TOO_LARGE", "The request is too large.");
}
