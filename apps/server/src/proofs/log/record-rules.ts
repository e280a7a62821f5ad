import { TERMS_VERSION } from "@wazi/contracts";
import { formatCents, packageTiers, type ShareAbove } from "@wazi/domain";
import { tradingCosts } from "@wazi/trading";
import type { Sql } from "../../platform/db/pool.ts";
import { recordDocument } from "../../record/api.ts";

interface Rules {
  mode: "demo" | "live";
  /** The gain above which the platform takes its share of new positions. */
  profitShareAbove: ShareAbove;
  /** The legal basis of interest on balances; undefined where they earn nothing. */
  balanceInterestLegalBasis?: string | undefined;
  /** If bots without evidence take real money. */
  unprovenBots: "closed" | "open";
}

/** Run at start: logs the fees, the version of the terms and, in live mode, UNPROVEN_BOTS that are in force, unless they are the newest ones already. */
export async function recordRules(sql: Sql, settings: Rules): Promise<void> {
  const packages = packageTiers.map(({ tier, threshold, maxBots, userSharePct }) => {
    return { tier, threshold: formatCents(threshold), maxBots, userSharePct };
  });
  const { profitShareAbove, balanceInterestLegalBasis } = settings;
  // Left out under the default, so that logs from before the setting keep their newest leaf.
  const above = profitShareAbove === "nothing" ? {} : { profitShareAbove };
  const balances = balanceInterestLegalBasis === undefined ? {} : { balanceInterestLegalBasis };
  await recordDocument(sql, "fees", { packages, ...above, ...balances, tradingCosts });
  await recordDocument(sql, "terms", { version: TERMS_VERSION });
  if (settings.mode === "live") await recordDocument(sql, "bots", { unprovenBots: settings.unprovenBots });
}
