import { botCatalogue, describeRule } from "@wazi/trading";
import type { Sql } from "../../platform/db/pool.ts";
import { computeHash, readRecordedEvidence } from "./recorded-evidence.ts";
import { findEvidence, insertEvidence, insertRegistration, listRegisteredRules } from "./store.ts";

/**
 * Run at start: adds this version's evidence records, and registers every bot's rule as of now. Both keep what is there,
 * so a second start changes nothing.
 */
export async function prepareEvidence(sql: Sql): Promise<void> {
  await insertEvidence(sql, readRecordedEvidence());
  const registered = await listRegisteredRules(sql);
  for (const bot of botCatalogue) {
    const parametersHash = hashRule(bot);
    // Read first: on every start but the first there is nothing to add, and the records are large.
    if (registered.some((each) => each.botName === bot.name && each.parametersHash === parametersHash)) continue;
    const { rule, ...parameters } = describeRule(bot);
    const evidence = await findEvidence(sql, bot.name);
    await insertRegistration(sql, {
      botName: bot.name,
      rule,
      parameters,
      parametersHash,
      dataHash: evidence?.hashes.data ?? null,
      windowOpens: null,
    });
  }
}

/** SHA-256 of a bot's rule and everything that decides its trades. */
export function hashRule(bot: Parameters<typeof describeRule>[0]): string {
  return computeHash(JSON.stringify(describeRule(bot)));
}
