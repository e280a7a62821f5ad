import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { ExportPlace } from "../core/csv/export-gate.ts";
import type { TableFile } from "../core/csv/export-table.ts";
import { Answer } from "./answer.ts";

/** Who takes nothing more for that long is hung up on: others wait for the place. */
const MAX_PAUSE_MS = 60_000;

/** A file that is sent while it is made, to be saved under its name. Its place is given back when it ends, or its reader goes. */
export async function answerWithFile(
  reply: FastifyReply,
  place: ExportPlace,
  make: () => Promise<TableFile>,
): Promise<Answer<never>> {
  reply.raw.once("close", place.abandon);
  reply.raw.once("finish", place.leave);
  try {
    const { name, content } = await make();
    void reply.header("content-disposition", `attachment; filename="${name}"`);
    const stream = Readable.from(withStallTimeout(content, () => reply.raw.destroy()));
    // When it is destroyed, only after what is being read for it has been read.
    stream.once("close", place.leave);
    if (reply.raw.destroyed) stream.destroy();
    return Answer.ofStream(200, stream);
  } catch (error) {
    place.leave();
    throw error;
  }
}

/** Piece by piece as they are taken; calls `hangUp` where the next one is not taken in time. */
export async function* withStallTimeout(content: AsyncIterable<string>, hangUp: () => void): AsyncGenerator<string> {
  for await (const piece of content) {
    const timer = setTimeout(hangUp, MAX_PAUSE_MS);
    try {
      yield piece;
    } finally {
      clearTimeout(timer);
    }
  }
}
