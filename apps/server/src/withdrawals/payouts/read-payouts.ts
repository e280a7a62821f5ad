import type { PayoutOverview, PayoutRailHealth } from "@wazi/contracts";
import { formatCents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { listFees, listPayouts, listReviews, readRailHealth } from "./overview-store.ts";
import { findDailyLimit, type DailyLimits } from "./payout-deps.ts";

export interface RailDeps {
  sql: Sql;
  now: () => Date;
  mode: PayoutOverview["mode"];
  rails: readonly { name: string }[];
  dailyLimit: DailyLimits | undefined;
}

const formatLimitOf =
  ({ dailyLimit }: RailDeps) =>
  (rail: string): string | null => {
    const limit = findDailyLimit(dailyLimit, rail);
    return limit === undefined ? null : formatCents(limit);
  };

/** Reads the health of one rail. @throws AppError NOT_FOUND */
export async function readHealth(deps: RailDeps, rail: string): Promise<PayoutRailHealth> {
  const [health] = await readRailHealth(deps.sql, [rail], formatLimitOf(deps), deps.now());
  if (!health) throw new AppError("NOT_FOUND", "Rail not found.");
  return health;
}

/** Reads the configured rails with their health, and the latest payments, reviews and fees. */
export async function readPayouts(
  deps: RailDeps,
): Promise<Pick<PayoutOverview, "mode" | "rails" | "payouts" | "reviews" | "fees">> {
  const { sql, mode } = deps;
  const names = deps.rails.map(({ name }) => name);
  const [rails, payouts, reviews, fees] = await Promise.all([
    readRailHealth(sql, names, formatLimitOf(deps), deps.now()),
    listPayouts(sql),
    listReviews(sql),
    listFees(sql),
  ]);
  return { mode, rails, payouts, reviews, fees };
}
