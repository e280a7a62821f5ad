import { type AdminPosition, type AdminUserDetail, MINUTE_MS } from "@wazi/contracts";
import {
  computeOwnMoney,
  computePayout,
  computeRunningProfit,
  findPackageTier,
  formatCents,
  valueDown,
} from "@wazi/domain";
import {
  activeSessionsAt,
  countSessions,
  listDeletionObstacles,
  readRemainingMoney,
  toAccountFreeze,
} from "../../people/api.ts";
import {
  type HeldPosition,
  type InvestorSnapshot,
  listHoldings,
  type PoolView,
  readInvestor,
} from "../../ledger/api.ts";
import { toAdminUser } from "./read-admin-users.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import { requireListedUser } from "./user-access.ts";
import { findDeactivation, findUserRow, readUserDetail, type UserDetailRow } from "./store.ts";
import { type AuditActor, insertAuditEventUnlessRecent } from "../../record/api.ts";
import type { Sql } from "../../platform/db/pool.ts";

/** The screen reads a person's page again and again. Views within this time are one audit event. */
const VIEW_WINDOW_MS = 10 * MINUTE_MS;

/** Records that an administrator read a person's page or movements, as views of documents are recorded. */
export async function recordUserView(
  sql: Sql,
  view: { admin: AuditActor; userId: string; action: "user.view" | "user.view-movements" },
): Promise<void> {
  const { admin, userId, action } = view;
  const event = { actorId: admin.id, action, subjectType: "user", subjectId: userId, address: admin.address };
  await insertAuditEventUnlessRecent(sql, { ...event, before: null, after: null }, VIEW_WINDOW_MS);
}

/**
 * Reads a user with profile, positions, pending requests, number of sessions and obstacles to deletion.
 * @throws AppError NOT_FOUND unknown, deleted, or an administrator
 */
export async function readUser(deps: BackOfficeDeps, userId: string): Promise<AdminUserDetail> {
  const { sql } = deps;
  const user = requireListedUser(await findUserRow(sql, userId));
  const now = deps.now();
  const [snapshot, detail, left, sessions, deactivation] = await Promise.all([
    readInvestor(sql, userId, deps.maxPriceAgeMs),
    readUserDetail(sql, userId),
    readRemainingMoney(sql, userId),
    countSessions(sql, userId, activeSessionsAt(now)),
    user.isActive ? null : findDeactivation(sql, userId),
  ]);
  return {
    user: { ...toAdminUser(user, snapshot), hasPendingVerification: left.pendingVerifications > 0 },
    ...(detail.frozenAt === null ? {} : { frozenAt: detail.frozenAt.toISOString() }),
    freeze: toFreeze(detail),
    ...toDescription(detail),
    tier: toTier(snapshot),
    positions: listHoldings(snapshot).map(({ bot, position }) => toAdminPosition(bot, position)),
    waitingExits: toWaitingExits(snapshot),
    pending: {
      deposits: left.pendingDeposits,
      withdrawals: left.pendingWithdrawals,
      verifications: left.pendingVerifications,
    },
    deactivation: deactivation && { ...deactivation, at: deactivation.at.toISOString() },
    sessions,
    deletionObstacles: listDeletionObstacles(left, "administrator"),
  };
}

function toFreeze({ freeze, freezer: by }: UserDetailRow): AdminUserDetail["freeze"] {
  const shown = toAccountFreeze(freeze);
  return shown && { ...shown, by };
}

type Description = Pick<AdminUserDetail, "profile" | "hasSecondFactor" | "pendingItems" | "verification">;

function toDescription(row: UserDetailRow): Description {
  const { deposit, withdrawal, birthday, preferredMarket, riskTolerance, marketingOptIn } = row;
  const verification = row.verification && {
    ...withMilliseconds(row.verification),
    reviewedAt: row.verification.reviewedAt && toMilliseconds(row.verification.reviewedAt),
  };
  return {
    profile: { birthday, preferredMarket, riskTolerance, marketingOptIn },
    hasSecondFactor: row.hasSecondFactor,
    pendingItems: {
      deposit: deposit && withMilliseconds(deposit),
      withdrawal: withdrawal && withMilliseconds(withdrawal),
      verification:
        verification?.status === "pending" ? { id: verification.id, createdAt: verification.createdAt } : null,
    },
    verification,
  };
}

const toMilliseconds = (time: string): string => new Date(time).toISOString();
const withMilliseconds = <Item extends { createdAt: string }>(item: Item): Item => ({
  ...item,
  createdAt: toMilliseconds(item.createdAt),
});

function toTier(snapshot: InvestorSnapshot): AdminUserDetail["tier"] {
  const { tier, tierName, maxBots } = findPackageTier(snapshot.planDeposits).current;
  return { tier, tierName, maxBots };
}

function toWaitingExits(snapshot: InvestorSnapshot): AdminUserDetail["waitingExits"] {
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

function toAdminPosition(pool: PoolView, position: HeldPosition): AdminPosition {
  const { exit } = pool.marks;
  return {
    botId: pool.id,
    name: pool.name,
    market: pool.market,
    allocatedAmount: formatCents(computeOwnMoney(position)),
    value: formatCents(valueDown(position.units, exit)),
    runningProfit: formatCents(computeRunningProfit(position, exit)),
    interest: formatCents(computePayout(position, exit).interest),
    lossCarried: formatCents(position.lossCarried),
    userSharePct: position.userSharePct,
    shareAbove: position.shareAbove,
    fresh: pool.fresh,
    activatedAt: position.activatedAt.toISOString(),
  };
}
