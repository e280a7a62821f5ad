import type { AdminPosition, AdminUserDetail } from "@wazi/contracts";
import { formatCents, ownMoneyOf, runningProfitOf, valueDown } from "@wazi/domain";
import { AppError } from "../../core/app-error.ts";
import { sessionIdleMs } from "../../core/identity/sessions.ts";
import { holdingsOf, readInvestor, type HeldPosition, type PoolView } from "../../core/investors/store.ts";
import { adminUserOf } from "./admin-user.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { findUser, readUserCounts } from "./store.ts";

/**
 * One user with their positions, what waits for a decision, and how many sessions they have.
 * @throws AppError NOT_FOUND not there, deleted, or an administrator: those are in no list either
 */
export async function readUser(deps: BackOfficeDeps, userId: string): Promise<AdminUserDetail> {
  const row = await findUser(deps.sql, userId);
  if (!row || row.is_admin) throw new AppError("NOT_FOUND", "There is no such user");
  const snapshot = await readInvestor(deps.sql, userId, deps.maxPriceAgeMs);
  const now = deps.now();
  const { sessions, ...pending } = await readUserCounts(deps.sql, userId, now, new Date(now.getTime() - sessionIdleMs));
  return {
    user: adminUserOf(row, snapshot),
    positions: holdingsOf(snapshot).map(({ bot, position }) => positionOf(bot, position)),
    pending,
    sessions,
  };
}

function positionOf(pool: PoolView, position: HeldPosition): AdminPosition {
  const { exit } = pool.marks;
  return {
    botId: pool.id,
    name: pool.name,
    market: pool.market,
    allocatedAmount: formatCents(ownMoneyOf(position)),
    value: formatCents(valueDown(position.units, exit)),
    runningProfit: formatCents(runningProfitOf(position, exit)),
    lossCarried: formatCents(position.lossCarried),
    userSharePct: position.userSharePct,
    fresh: pool.fresh,
    activatedAt: position.activatedAt.toISOString(),
  };
}
