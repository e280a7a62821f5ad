import { HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import type { MpesaDepositDeps } from "./open-mpesa-deposits.ts";
import { insertEvent, readPulledUpTo, savePulledUpTo } from "./store.ts";
import { readPulled } from "./read-callback.ts";

type PullDeps = Pick<MpesaDepositDeps, "sql" | "client" | "shortCode" | "now">;

const PULL_PATH = "/pulltransactions/v1/query";
/** Daraja keeps payments this long. */
const KEPT_MS = 48 * HOUR_MS;
/** Each pull covers this much of the one before, because payments may be listed late. */
const OVERLAP_MS = 30 * MINUTE_MS;
const EVERY_MS = 10 * MINUTE_MS;
const NAIROBI_MS = 3 * HOUR_MS;
const MAX_PAGES = 100;
/** A time with more pages than that is asked for in halves, down to this. */
const SHORTEST_MS = MINUTE_MS;
const DONE = "1000";

/**
 * Asks for payments whose confirmation may have been lost, every ten minutes. What was read to its last page is not asked for
 * again; everything else is asked for in the next round.
 * @param signal ends it before the next page, with its reason
 * @returns how many were listed
 * @throws DarajaError no answer, or a refusal
 * @throws Error another code than success, or more payments in a minute than can be read
 */
export async function pullMissedPayments(deps: PullDeps, signal?: AbortSignal): Promise<number> {
  const { sql, now } = deps;
  const at = now();
  const last = await readPulledUpTo(sql);
  if (last && at.getTime() - last.getTime() < EVERY_MS) return 0;
  let from = new Date(Math.max(at.getTime() - KEPT_MS, (last?.getTime() ?? 0) - OVERLAP_MS));
  let to = at;
  let listed = 0;
  while (from < at) {
    const read = await pullBetween(deps, { from, to }, signal);
    if (read === null) {
      to = halve(from, to);
      continue;
    }
    listed += read;
    await savePulledUpTo(sql, to);
    [from, to] = [to, at];
  }
  return listed;
}

/** Reads page after page until an empty one. Null: there are more pages than are read at once. */
async function pullBetween(
  deps: PullDeps,
  { from, to }: { from: Date; to: Date },
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const { sql, client, shortCode } = deps;
  let offset = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    signal?.throwIfAborted();
    const answer = await client.post(PULL_PATH, {
      ShortCode: shortCode,
      StartDate: formatPullTime(from),
      EndDate: formatPullTime(to),
      OffSetValue: String(offset),
    });
    const code = String(answer["ResponseCode"]);
    // The documentation names no code for "no payments", so an empty list with the code of success is the only end.
    if (code !== DONE) throw new Error(`M-Pesa did not list the payments: code ${code.slice(0, 40)}`);
    const rows = toRows(answer["Response"]);
    if (rows.length === 0) return offset;
    for (const row of rows) {
      const event = readPulled(row, shortCode);
      if (event) await insertEvent(sql, event);
    }
    offset += rows.length;
  }
  return null;
}

function halve(from: Date, to: Date): Date {
  const halfMs = (to.getTime() - from.getTime()) / 2;
  if (halfMs < SHORTEST_MS) throw new Error("M-Pesa lists more payments in a minute than can be read");
  return new Date(from.getTime() + halfMs);
}

/** The documented answer has a list in a list. */
const toRows = (response: unknown): unknown[] => (Array.isArray(response) ? response.flat() : []);

const formatPullTime = (time: Date): string =>
  new Date(time.getTime() + NAIROBI_MS).toISOString().slice(0, 19).replace("T", " ");
