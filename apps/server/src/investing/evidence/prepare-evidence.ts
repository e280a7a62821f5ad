import { DAY_MS } from "@wazi/contracts";
import { allBots, describeRule } from "@wazi/trading";
import type { Sql } from "../../platform/db/pool.ts";
import { computeHash, readRecordedEvidence } from "./recorded-evidence.ts";
import { findEvidence, insertEvidence, insertRegistration, listNewestRules } from "./store.ts";

/** The days from the announcement of a changed rule until it trades, in live mode. */
const ANNOUNCED_DAYS = 30;

/**
 * Run at start: adds this version's evidence records, and registers every bot's rule as of now. Both keep what is there,
 * so a second start changes nothing. In live mode a rule that has changed under investors is registered for 30 days later: the
 * database tells them, and the bot opens no trades and takes no money until then.
 */
export async function prepareEvidence(sql: Sql, mode: "demo" | "live" = "demo", now = new Date()): Promise<void> {
  await insertEvidence(sql, readRecordedEvidence());
  const registered = await listNewestRules(sql);
  for (const bot of allBots) {
    const parametersHash = hashRule(bot);
    // Read first: on every start but the first there is nothing to add, and the records are large.
    const known = registered.find((each) => each.botName === bot.name);
    if (known?.parametersHash === parametersHash) continue;
    const waitDays = mode === "live" && known?.isHeld === true ? ANNOUNCED_DAYS : 0;
    const { rule, ...parameters } = describeRule(bot);
    const evidence = await findEvidence(sql, bot.name);
    await insertRegistration(sql, {
      botName: bot.name,
      rule,
      parameters,
      parametersHash,
      dataHash: evidence?.hashes.data ?? null,
      // A rule that comes back is registered again, for its own window.
      windowOpens: known === undefined ? null : new Date(now.getTime() + waitDays * DAY_MS).toISOString(),
    });
  }
}

/** SHA-256 of the rule of a bot or a core portfolio and everything that decides its trades. */
export function hashRule(bot: Parameters<typeof describeRule>[0]): string {
  return computeHash(JSON.stringify(describeRule(bot)));
}
