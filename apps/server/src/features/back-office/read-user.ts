import type { AdminPosition, AdminUserDetail } from "@wazi/contracts";
import { formatCents, computeOwnMoney, findPackageTier, computeRunningProfit, valueDown } from "@wazi/domain";
import { countSessions, livingAt } from "../../core/identity/session-list-store.ts";
import { readMoneyLeft } from "../../core/investors/money-left-store.ts";
import {
  holdingsOf,
  readInvestor,
  type HeldPosition,
  type InvestorSnapshot,
  type PoolView,
} from "../../core/investors/store.ts";
import { adminUserOf } from "./admin-user.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { deletionObstaclesOf } from "./deletion-obstacles.ts";
import { requireListed } from "./managed-user.ts";
import { findUser } from "./store.ts";
import { findDeactivation, readUserDetail, type UserDetailRow } from "./user-detail-store.ts";

/**
 * One user: who they are, what they hold, what waits for a decision, how many sessions they have, and what stands in the
 * way of deleting them.
 * @throws AppError NOT_FOUND not there, deleted, or an administrator
 */
export async function readUser(deps: BackOfficeDeps, userId: string): Promise<AdminUserDetail> {
  const { sql } = deps;
  const user = requireListed(await findUser(sql, userId));
  const now = deps.now();
  const [snapshot, detail, left, sessions, deactivation] = await Promise.all([
    readInvestor(sql, userId, deps.maxPriceAgeMs),
    readUserDetail(sql, userId),
    readMoneyLeft(sql, userId),
    countSessions(sql, userId, livingAt(now)),
    user.isActive ? null : findDeactivation(sql, userId),
  ]);
  return {
    user: { ...adminUserOf(user, snapshot), hasPendingVerification: left.pendingVerifications > 0 },
    ...describedBy(detail),
    tier: tierOf(snapshot),
    positions: holdingsOf(snapshot).map(({ bot, position }) => positionOf(bot, position)),
    waitingExits: waitingExitsOf(snapshot),
    pending: {
      deposits: left.pendingDeposits,
      withdrawals: left.pendingWithdrawals,
      verifications: left.pendingVerifications,
    },
    deactivation: deactivation && { ...deactivation, at: deactivation.at.toISOString() },
    sessions,
    deletionObstacles: deletionObstaclesOf(left),
  };
}

type Described = Pick<AdminUserDetail, "profile" | "pendingItems" | "verification">;

function describedBy(row: UserDetailRow): Described {
  const { deposit, withdrawal, birthday, preferredMarket, riskTolerance, marketingOptIn } = row;
  const verification = row.verification && {
    ...dated(row.verification),
    reviewedAt: row.verification.reviewedAt && inMilliseconds(row.verification.reviewedAt),
  };
  return {
    profile: { birthday, preferredMarket, riskTolerance, marketingOptIn },
    pendingItems: {
      deposit: deposit && dated(deposit),
      withdrawal: withdrawal && dated(withdrawal),
      verification:
        verification?.status === "pending" ? { id: verification.id, createdAt: verification.createdAt } : null,
    },
    verification,
  };
}

const inMilliseconds = (time: string): string => new Date(time).toISOString();
const dated = <Item extends { createdAt: string }>(item: Item): Item => ({
  ...item,
  createdAt: inMilliseconds(item.createdAt),
});

function tierOf(snapshot: InvestorSnapshot): AdminUserDetail["tier"] {
  const { tier, tierName, maxBots } = findPackageTier(snapshot.totalDeposits).current;
  return { tier, tierName, maxBots };
}

function waitingExitsOf(snapshot: InvestorSnapshot): AdminUserDetail["waitingExits"] {
  return snapshot.bots.flatMap(({ pool, position }) => {
    const exit = position?.waitingExit;
    if (!exit) return [];
    const { id, kind, amount, requestedAt } = exit;
    return [
      {
        id,
        botId: pool.id,
        name: pool.name,
        kind,
        amount: amount === null ? null : formatCents(amount),
        requestedAt: requestedAt.toISOString(),
      },
    ];
  });
}

function positionOf(pool: PoolView, position: HeldPosition): AdminPosition {
  const { exit } = pool.marks;
  return {
    botId: pool.id,
    name: pool.name,
    market: pool.market,
    allocatedAmount: formatCents(computeOwnMoney(position)),
    value: formatCents(valueDown(position.units, exit)),
    runningProfit: formatCents(computeRunningProfit(position, exit)),
    lossCarried: formatCents(position.lossCarried),
    userSharePct: position.userSharePct,
    fresh: pool.fresh,
    activatedAt: position.activatedAt.toISOString(),
  };
}
