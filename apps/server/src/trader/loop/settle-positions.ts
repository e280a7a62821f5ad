import { setImmediate as nextTurn } from "node:timers/promises";
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
import { buildInvestmentOperation } from "../../investing/api.ts";
import type { HeldSnapshot, WaitingExit, Operation, PostingOutcome, Door } from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { MAX_QUOTE_AGE_MS } from "../feeds/live-feed.ts";
import { type DuePosition, type ExitMark, listDuePositions, readHeldPositions } from "./store.ts";

/** The most positions in one round. More are closed in the next round, which follows at once. */
const BATCH = 500;
/** The most rounds for one price. The rest waits for the next price. */
const MAX_ROUNDS = 20;
/** Operations are built and sent in parts, so that the database posts one part while the next is built. */
const PART = 100;

export interface SettleDeps {
  sql: Sql;
  door: Door;
  maxPriceAgeMs: number;
  log: Record<"error" | "warn", (details: object, text: string) => void>;
  /** Ends it between two rounds; the rest waits for the next price. */
  signal?: AbortSignal | undefined;
}

/**
 * Settles waiting exits, and closes positions whose stop-loss or take-profit the new price has reached, each at its
 * current value. Each is a separate operation. One that fails is logged and does not stop the others; one whose data
 * changed meanwhile is decided again in the next round.
 */
export async function settlePositions(deps: SettleDeps, marks: readonly ExitMark[]): Promise<void> {
  if (marks.length === 0) return;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (deps.signal?.aborted === true) return;
    const due = await listDuePositions(deps.sql, marks, BATCH);
    if (due.length === 0) return;
    const { settled, isRestDue } = await settleBatch(deps, due);
    // A full list has more after it.
    if (settled === 0 || (!isRestDue && due.length < BATCH)) return;
  }
}

/**
 * Settles each position once. The rest is due in the next round: those whose data has changed, and those that had a
 * waiting exit, because what is left of them may have reached a stop.
 */
async function settleBatch(
  { sql, door, maxPriceAgeMs, log }: SettleDeps,
  due: readonly DuePosition[],
): Promise<{ settled: number; isRestDue: boolean }> {
  const now = new Date();
  const taken = new Set<string>();
  const settle = async (snapshot: HeldSnapshot): Promise<"done" | "none" | "rest" | PostingOutcome> => {
    const key = `${snapshot.userId} ${snapshot.pool.id}`;
    if (taken.has(key)) return "rest";
    const operation = buildSettlement(snapshot, now, maxPriceAgeMs);
    if (!operation) return "none";
    taken.add(key);
    const outcome = await door.post(operation);
    return outcome === "posted" && !snapshot.position.waitingExit ? "done" : outcome;
  };
  const settling: ReturnType<typeof settle>[] = [];
  for (const [index, snapshot] of (await readHeldPositions(sql, due, maxPriceAgeMs + MAX_QUOTE_AGE_MS)).entries()) {
    if (index > 0 && index % PART === 0) await nextTurn();
    settling.push(settle(snapshot));
  }
  const outcomes = await Promise.allSettled(settling);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") log.error({ err: outcome.reason as unknown }, "a position could not be settled");
  }
  const results = outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : "none"));
  return {
    settled: results.filter((result) => result === "done" || result === "posted").length,
    isRestDue: results.some((result) => result !== "done" && result !== "none"),
  };
}

/** The operation that settles a position; null when its bot has no valid mark or nothing is due. */
function buildSettlement(held: HeldSnapshot, now: Date, maxPriceAgeMs: number): Operation | null {
  const { pool, position } = held;
  if (!position.isActive || !pool.fresh || pool.frozen) return null;
  const exit = position.waitingExit;
  if (!exit) return buildStopOperation(held);
  // Forward pricing: an exit never gets a price from before its request, unless it is a fresh one.
  const isFresh = now.getTime() - pool.valuedAt.getTime() <= maxPriceAgeMs;
  return isFresh || pool.valuedAt > exit.requestedAt ? buildExitOperation(held, exit) : null;
}

function buildExitOperation(held: HeldSnapshot, exit: WaitingExit): Operation {
  const { userId, pool } = held;
  return buildInvestmentOperation({
    snapshot: held,
    basis: [held],
    decision: decideExit(held, exit),
    kind: exit.kind,
    actorId: userId,
    ended: [{ botId: pool.id, exit, status: "settled" }],
  });
}

function decideExit({ userId, pool, position }: HeldSnapshot, { kind, amount }: WaitingExit): InvestmentDecision {
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
function buildStopOperation(held: HeldSnapshot): Operation | null {
  const { userId, pool, position } = held;
  const { exit } = pool.marks;
  const kind = findReachedLevel(computeRiskLevels(position, position.risk), exit);
  if (kind === null) return null;
  const asked = kind === "stop-loss" ? position.risk.stopLoss : position.risk.takeProfit;
  return buildInvestmentOperation({
    snapshot: held,
    basis: [held],
    decision: decideDeactivation(userId, { bot: pool, position }),
    kind,
    actorId: null,
    reason: `${kind} of ${formatDecimal(asked ?? 0n, 2)} % at nav ${formatNav(exit)}`,
  });
}
