import { getBalanceProof, getLogStatus, getReserves, listOwnActs } from "@wazi/contracts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Sql } from "../../platform/db/pool.ts";
import { readLogState } from "../../record/api.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerShared } from "../../platform/http/register-read.ts";
import { listActsAbout } from "./store.ts";
import { readBalanceProof } from "./read-balance-proof.ts";
import { readLogFile } from "./read-log-file.ts";
import { readLogStatus } from "./read-log-status.ts";
import { readReserves } from "./read-reserves.ts";

const FOR_GOOD = "public, max-age=31536000, immutable";
const NOT_FOUND = 404;
const MOST_ACTS = 50;

export interface TransparencyLogDeps {
  sql: Sql;
  /** The witnesses' public keys, in the form of signed notes. */
  witnessKeys: readonly string[];
}

/**
 * Serves the transparency log as files that anybody may read from anywhere (c2sp.org/tlog-tiles): the signed checkpoint, the
 * public key, tiles of hashes, and bundles of leaves.
 */
export function addTransparencyLogRoutes(app: FastifyInstance, { sql, witnessKeys }: TransparencyLogDeps): void {
  registerShared(app, getLogStatus, () => readLogStatus(sql, witnessKeys));
  registerShared(app, getReserves, () => readReserves(sql));
  registerCall(app, getBalanceProof, ({ user }) => readBalanceProof(sql, user.id));
  registerCall(app, listOwnActs, async ({ user }) => {
    const acts = await listActsAbout(sql, user.id, MOST_ACTS);
    return { acts: acts.map(({ at, action, reason }) => ({ at: at.toISOString(), action, reason })) };
  });
  const sendText = async (reply: FastifyReply, text: string | null | undefined): Promise<FastifyReply> => {
    void reply.type("text/plain; charset=utf-8").header("access-control-allow-origin", "*");
    if (text === null || text === undefined) return reply.code(NOT_FOUND).send("Not found.\n");
    return reply.header("cache-control", "no-cache").send(text);
  };
  app.get("/log/checkpoint", async (_request, reply) => sendText(reply, (await readLogState(sql))?.checkpoint));
  app.get("/log/key", async (_request, reply) => {
    const state = await readLogState(sql);
    return sendText(reply, state && `${state.publicKey}\n`);
  });
  app.get<{ Params: { "*": string } }>("/log/tile/*", async ({ params }, reply) => {
    const file = await readLogFile(sql, `tile/${params["*"]}`);
    if (file === null) return sendText(reply, null);
    void reply.headers({ "access-control-allow-origin": "*", "cache-control": FOR_GOOD });
    return reply.type("application/octet-stream").send(file);
  });
}
