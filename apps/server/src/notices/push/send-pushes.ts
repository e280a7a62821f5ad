import { MINUTE_MS } from "@wazi/contracts";
import type { Sql } from "../../platform/db/pool.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import { writePush } from "./push-text.ts";
import type { PushTransport } from "../../platform/push/push-transport.ts";
import { claimPushes, deleteSubscription, postponePush, removePush, type ClaimedPush } from "./store.ts";

/** The wait after each failed attempt. After the last one a message is given up: it would be old news. */
export const PUSH_RETRY_WAITS_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];

/** A process looks for messages to send this often. */
const LOOK_EVERY_MS = 2_000;
const PUSHES_PER_ROUND = 20;
/** Longer than a round can take with every time-out. */
const LEASE_MS = 5 * MINUTE_MS;

interface PushLog {
  warn(fields: object, message: string): void;
}

interface PushSenderDeps {
  sql: Sql;
  transport: PushTransport;
}

/**
 * Sends the messages that are due, all of a round at once. A browser that the push service does not know any more is forgotten.
 * Several processes share the outbox. @returns the number of messages that were taken
 */
export async function sendDuePushes({ sql, transport }: PushSenderDeps, log: PushLog): Promise<number> {
  const claim = { serverKey: transport.publicKey, limit: PUSHES_PER_ROUND, leaseMs: LEASE_MS };
  const pushes = await claimPushes(sql, claim);
  await Promise.all(pushes.map((push) => sendPush({ sql, transport }, push, log)));
  return pushes.length;
}

async function sendPush({ sql, transport }: PushSenderDeps, push: ClaimedPush, log: PushLog): Promise<void> {
  const text = writePush(push.event);
  const outcome = text === undefined ? "refused" : await transport.send(push, text);
  const wait = PUSH_RETRY_WAITS_MS[push.attempts - 1];
  if (outcome === "gone") await deleteSubscription(sql, push.subscriptionId);
  else if (outcome === "later" && wait !== undefined) await postponePush(sql, push.id, wait);
  else await removePush(sql, push.id);
  // Without the address, which names a person's device.
  if (outcome !== "sent") log.warn({ push: push.id, attempts: push.attempts, outcome }, "push message not sent");
}

/** Sends messages until it is stopped. Stopping waits for the round under way. */
export function runPushSender(deps: PushSenderDeps, log: PushLog): Running {
  return runEvery({
    everyMs: LOOK_EVERY_MS,
    run: async () => {
      const taken = await sendDuePushes(deps, log);
      return { waitMs: taken === PUSHES_PER_ROUND ? 0 : LOOK_EVERY_MS };
    },
    failed: (error) => log.warn({ err: error }, "could not read the messages to push; they are read again"),
    end: () => deps.transport.close(),
  });
}
