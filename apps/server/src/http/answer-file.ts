import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { TableFile } from "../core/csv/export-table.ts";
import { Answer } from "./answer.ts";

/** A file that is sent while it is made, to be saved under its name. */
export function answerFile(reply: FastifyReply, { name, content }: TableFile): Answer<never> {
  void reply.header("content-disposition", `attachment; filename="${name}"`);
  return Answer.ofStream(200, Readable.from(content));
}
