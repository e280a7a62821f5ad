import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Readable } from "node:stream";
import { AppError } from "../core/app-error.ts";

/**
 * The bytes of a large body, undefined where there are none. After each piece everybody else has a turn, so that many
 * bodies that arrive at once on a quick line don't hold up the answers to others; and each is copied once.
 * @throws AppError PAYLOAD_TOO_LARGE beyond the limit · VALIDATION when it is not as long as announced
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
    // Cut off on its way.
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
