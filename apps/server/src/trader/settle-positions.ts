import {
  decideDeactivation,
  decideWaitingProfit,
  decideWaitingTransfer,
  formatDecimal,
  formatNav,
  findReachedLevel,
  computeRiskLevels,
  ZERO_CENTS,
  type InvestmentDecision,
} from "@wazi/domain";
import { buildInvestmentOperation } from "../core/investors/investment-operation.ts";
import {
  readInvestors,
  type HeldPosition,
  type InvestorBot,
  type InvestorSnapshot,
  type WaitingExit,
} from "../core/investors/store.ts";
import type { Operation } from "../core/ledger/operation.ts";
import type { Door } from "../core/ledger/post.ts";
import type { Sql } from "../db/pool.ts";
import { listHitPositions, listWaitingExits, type HeldBot } from "./settlement-store.ts";

/** The most positions in one round. More are closed in the next round, which follows at once. */
const BATCH = 500;
/** The most rounds for one price. The rest waits for the next price. */
const MAX_ROUNDS = 20;

export interface SettleDeps {
  sql: Sql;
  door: Door;
  maxPriceAgeMs: number;
  log: Record<"error" | "warn", (details: object, text: string) => void>;
}

/** The price at which a unit of a bot can be redeemed now. */
export interface ExitMark {
  botId: string;
  exitMark: string;
}

type Held = InvestorBot & { position: HeldPosition };

/**
 * Settles waiting exits, and closes positions whose stop-loss or take-profit the new price has reached, each at its
 * current value. Each is a separate operation. One that fails is logged and does not stop the others; one whose data
 * changed meanwhile is decided again in the next round.
 */
export async function settlePositions(deps: SettleDeps, marks: readonly ExitMark[]): Promise<void> {
  if (marks.length === 0) return;
  const botIds = marks.map(({ botId }) => botId);
  await settleInRounds(deps, () => listWaitingExits(deps.sql, botIds, BATCH), buildExitOperation);
  await settleInRounds(deps, () => listHitPositions(deps.sql, marks, BATCH), buildStopOperation);
}

/** Repeats until the list is empty, or a round settles none of it. */
async function settleInRounds(
  deps: SettleDeps,
  list: () => Promise<HeldBot[]>,
  decide: (snapshot: InvestorSnapshot, held: Held) => Operation | null,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = await list();
    if (found.length === 0 || (await settleBatch(deps, found, decide)) === 0) return;
  }
}

/** Settles at most one position per investor and returns the number settled. The next round has the others. */
async function settleBatch(
  { sql, door, maxPriceAgeMs, log }: SettleDeps,
  found: readonly HeldBot[],
  decide: (snapshot: InvestorSnapshot, held: Held) => Operation | null,
): Promise<number> {
  const ofUser = new Map<string, string[]>();
  for (const { userId, botId } of found) ofUser.set(userId, [...(ofUser.get(userId) ?? []), botId]);
  const snapshots = await readInvestors(sql, [...ofUser.keys()], maxPriceAgeMs);
  const outcomes = await Promise.allSettled(
    [...ofUser].map(async ([userId, botIds]) => {
      const operation = findFirstOperation(snapshots.get(userId), botIds, decide);
      return operation !== null && (await door.post(operation)) === "posted";
    }),
  );
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") log.error({ err: outcome.reason as unknown }, "a position could not be settled");
  }
  return outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value).length;
}

function findFirstOperation(
  snapshot: InvestorSnapshot | undefined,
  botIds: readonly string[],
  decide: (snapshot: InvestorSnapshot, held: Held) => Operation | null,
): Operation | null {
  for (const { pool, position } of snapshot?.bots ?? []) {
    if (!snapshot || !position?.isActive || !botIds.includes(pool.id) || !pool.fresh || pool.frozen) continue;
    const operation = decide(snapshot, { pool, position });
    if (operation) return operation;
  }
  return null;
}

/** The operation that settles a position's waiting exit; null when it has none. */
function buildExitOperation(snapshot: InvestorSnapshot, held: Held): Operation | null {
  const exit = held.position.waitingExit;
  if (!exit) return null;
  const { userId } = snapshot;
  return buildInvestmentOperation({
    snapshot,
    basis: [held],
    decision: decideExit(userId, held, exit),
    kind: exit.kind,
    actorId: userId,
    ended: [{ botId: held.pool.id, exit, status: "settled" }],
  });
}

function decideExit(userId: string, { pool, position }: Held, { kind, amount }: WaitingExit): InvestmentDecision {
  const holding = { bot: pool, position };
  switch (kind) {
    case "deactivation":
      return decideDeactivation(userId, holding);
    case "investment-transfer":
      return decideWaitingTransfer(userId, holding, amount ?? ZERO_CENTS);
    case "profit-transfer":
      return decideWaitingProfit(userId, holding, amount ?? ZERO_CENTS);
  }
}

/** The operation that closes a position at its stop-loss or take-profit; null when the mark has reached neither. */
function buildStopOperation(snapshot: InvestorSnapshot, held: Held): Operation | null {
  const { pool, position } = held;
  const { exit } = pool.marks;
  const kind = findReachedLevel(computeRiskLevels(position, position.risk), exit);
  if (kind === null) return null;
  const asked = kind === "stop-loss" ? position.risk.stopLoss : position.risk.takeProfit;
  return buildInvestmentOperation({
    snapshot,
    basis: [held],
    decision: decideDeactivation(snapshot.userId, { bot: pool, position }),
    kind,
    actorId: null,
    reason: `${kind} of ${formatDecimal(asked ?? 0n, 2)} % at nav ${formatNav(exit)}`,
  });
}
