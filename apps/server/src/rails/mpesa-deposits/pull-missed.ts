import { HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import type { MpesaDepositDeps } from "./mpesa-deps.ts";
import { insertEvent, readPulledUpTo, savePulledUpTo } from "./mpesa-store.ts";
import { readPulled } from "./read-callback.ts";

const PULL_PATH = "/pulltransactions/v1/query";
/** Daraja keeps payments this long. */
const KEPT_MS = 48 * HOUR_MS;
/** Each pull covers this much of the one before, because payments may be listed late. */
const OVERLAP_MS = 30 * MINUTE_MS;
const EVERY_MS = 10 * MINUTE_MS;
const NAIROBI_MS = 3 * HOUR_MS;
const MAX_PAGES = 100;
const DONE = "1000";

/** Asks for payments whose confirmation may have been lost, every ten minutes. @returns how many were listed */
export async function pullMissedPayments(deps: MpesaDepositDeps): Promise<number> {
  const { sql, client, shortCode, now } = deps;
  const at = now();
  const last = await readPulledUpTo(sql);
  if (last && at.getTime() - last.getTime() < EVERY_MS) return 0;
  const from = new Date(Math.max(at.getTime() - KEPT_MS, (last?.getTime() ?? 0) - OVERLAP_MS));
  let offset = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await client.post(PULL_PATH, {
      ShortCode: shortCode,
      StartDate: formatPullTime(from),
      EndDate: formatPullTime(at),
      OffSetValue: String(offset),
    });
    const rows = toRows(answer["Response"]);
    if (String(answer["ResponseCode"]) !== DONE || rows.length === 0) break;
    for (const row of rows) {
      const event = readPulled(row, shortCode);
      if (event) await insertEvent(sql, event);
    }
    offset += rows.length;
  }
  await savePulledUpTo(sql, at);
  return offset;
}

/** The documented answer has a list in a list. */
const toRows = (response: unknown): unknown[] => (Array.isArray(response) ? response.flat() : []);

const formatPullTime = (time: Date): string =>
  new Date(time.getTime() + NAIROBI_MS).toISOString().slice(0, 19).replace("T", " ");
