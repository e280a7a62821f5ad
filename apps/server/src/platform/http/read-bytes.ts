import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Readable } from "node:stream";
import { AppError } from "../base/app-error.ts";
import * as texts from "../../messages/platform.ts";

/** The resources for a body that is being received, besides the network. */
export interface Receiving {
  /** Waits until there is memory for bytes that have arrived. Nothing more is read meanwhile. */
  add(bytes: number): Promise<void>;
  /** Rejects when the body arrives too slowly. It never resolves. */
  tooSlow: Promise<never>;
  /** The body is complete, so it cannot be too slow any more. */
  complete(): void;
}

/**
 * Reads the bytes of a large body; undefined for an empty one. Yields to the event loop after each chunk, so that many
 * fast uploads do not delay other requests. Each byte is copied once. Memory is used as bytes arrive: the buffer of the announced
 * length is only reserved.
 * @throws AppError PAYLOAD_TOO_LARGE above the limit · VALIDATION when the length differs from Content-Length · what
 * `receiving` throws
 */
export async function readBytes(
  payload: Readable,
  headers: IncomingMessage["headers"],
  limit: number,
  receiving?: Receiving,
): Promise<Buffer | undefined> {
  const announced = headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);
  if (announced !== undefined && announced > limit) throw tooLarge();
  const whole = announced === undefined ? undefined : Buffer.allocUnsafeSlow(announced);
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of readPieces(payload, receiving)) {
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
  receiving?.complete();
  if (announced !== undefined && announced !== length) throw contentLengthMismatch();
  return length === 0 ? undefined : (whole ?? Buffer.concat(pieces));
}

async function* readPieces(payload: Readable, receiving: Receiving | undefined): AsyncGenerator<Buffer> {
  if (receiving === undefined) {
    yield* payload as AsyncIterable<Buffer>;
    return;
  }
  const pieces = (payload as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([pieces.next(), receiving.tooSlow]);
      if (next.done === true) return;
      await receiving.add(next.value.length);
      yield next.value;
    }
  } finally {
    // Not awaited, because it waits for a piece that may never come.
    void pieces.return?.();
  }
}

function contentLengthMismatch(): AppError {
  return new AppError("VALIDATION", texts.bodyLengthWrong);
}

function tooLarge(): AppError {
  return new AppError("PAYLOAD_TOO_LARGE", texts.requestTooLarge);
}
