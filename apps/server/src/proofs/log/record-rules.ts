import { TERMS_VERSION } from "@wazi/contracts";
import { formatCents, packageTiers } from "@wazi/domain";
import { tradingCosts } from "@wazi/trading";
import type { Sql } from "../../platform/db/pool.ts";
import { recordDocument } from "../../record/api.ts";

interface BotRules {
  mode: "demo" | "live";
  /** If bots without evidence take real money. */
  unprovenBots: "closed" | "open";
}

/** Run at start: logs the fees, the version of the terms and, in live mode, UNPROVEN_BOTS that are in force, unless they are the newest ones already. */
export async function recordRules(sql: Sql, settings: BotRules): Promise<void> {
  const packages = packageTiers.map(({ tier, threshold, maxBots, userSharePct }) => {
    return { tier, threshold: formatCents(threshold), maxBots, userSharePct };
  });
  await recordDocument(sql, "fees", { packages, tradingCosts });
  await recordDocument(sql, "terms", { version: TERMS_VERSION });
  if (settings.mode === "live") await recordDocument(sql, "bots", { unprovenBots: settings.unprovenBots });
}
