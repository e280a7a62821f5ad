import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { ExportPlace } from "../csv/export-gate.ts";
import { Answer } from "./answer.ts";

export interface TableFile {
  /** Contains the day of the export, in UTC. */
  name: string;
  /** Chunks of the file. Those that come next may be read while one is consumed. */
  content: AsyncGenerator<string>;
}

/** A download that makes no progress for this long is cut off, because others wait for its place. */
const MAX_PAUSE_MS = 60_000;

/** Streams a file as a download while it is being produced. Its place is released at the end or when the client disconnects. */
export async function answerWithFile(
  reply: FastifyReply,
  place: ExportPlace,
  make: (read: ExportPlace["read"]) => Promise<TableFile>,
): Promise<Answer<never>> {
  reply.raw.once("close", place.abandon);
  reply.raw.once("finish", place.leave);
  try {
    const { name, content } = await make(place.read);
    void reply.header("content-disposition", `attachment; filename="${name}"`);
    const stream = Readable.from(withStallTimeout(content, () => reply.raw.destroy()));
    // A destroyed stream closes only after the pending read has finished.
    stream.once("close", place.leave);
    if (reply.raw.destroyed) stream.destroy();
    return Answer.ofStream(200, stream);
  } catch (error) {
    place.leave();
    throw error;
  }
}

/** Passes chunks on and calls `hangUp` when the reader does not ask for the next one in time. */
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
