import { botCatalogue, describeRule } from "@wazi/trading";
import type { Sql } from "../../db/pool.ts";
import { computeHash, readRecordedEvidence } from "./recorded-evidence.ts";
import { findEvidence, insertEvidence, insertRegistration } from "./store.ts";

/**
 * Run at start: adds this version's evidence records, and registers every bot's rule as of now. Both keep what is there,
 * so a second start changes nothing.
 */
export async function prepareEvidence(sql: Sql): Promise<void> {
  await insertEvidence(sql, readRecordedEvidence());
  for (const bot of botCatalogue) {
    const { rule, ...parameters } = describeRule(bot);
    const evidence = await findEvidence(sql, bot.name);
    await insertRegistration(sql, {
      botName: bot.name,
      rule,
      parameters,
      parametersHash: hashRule(bot),
      dataHash: evidence?.hashes.data ?? null,
      windowOpens: null,
    });
  }
}

/** SHA-256 of a bot's rule and everything that decides its trades. */
export function hashRule(bot: Parameters<typeof describeRule>[0]): string {
  return computeHash(JSON.stringify(describeRule(bot)));
}
