import {
  formatAccrual,
  formatCents,
  formatBasisPoints,
  formatNav,
  formatUnits,
  investorAccount,
  noRiskParameters,
  computeOwnMoney,
  computeRiskLevels,
  units,
  type BasisPoints,
  type InvestmentDecision,
  type Position,
  type PositionChange,
  type RiskParameters,
} from "@wazi/domain";
import {
  toLedgerEntries,
  type Operation,
  type TransactionKind,
  createOperationId,
  type RowFor,
  type InvestorBot,
  type InvestorSnapshot,
} from "../../ledger/api.ts";
import { toEndedExitRow, toWaitingExitRow, type EndedExit, type NewExit } from "./waiting-exit.ts";

/** The version of the investor's position as it was read; 0 when there is no position yet. */
const versionOf = (bot: InvestorBot): string => bot.position?.version ?? "0";

interface InvestmentOperationInput {
  /** Without funds, the decision does not depend on the investor's balances. */
  snapshot: Pick<InvestorSnapshot, "userId"> & Partial<Pick<InvestorSnapshot, "funds">>;
  /** The bots whose pools and positions the decision is based on. */
  basis: readonly InvestorBot[];
  decision: InvestmentDecision;
  kind: TransactionKind;
  actorId: string | null;
  /** Shown on statements. */
  reason?: string | null;
  /** The record that the decision is based on; the operation is posted only while it is the newest. Null where none counts. */
  evidence?: { recordHash: string | null } | null;
  /** Applies to a new position; an active position keeps its own. */
  risk?: RiskParameters;
  /** New risk parameters of the only bot of the basis, whose position stays as it is. */
  newRisk?: RiskParameters;
  /** Exits that start to wait for a price. */
  exits?: readonly NewExit[];
  /** Waiting exits that this operation ends. */
  ended?: readonly EndedExit[];
}

/**
 * Builds the operation that the ledger's door posts for a decision. The door posts it only while the balances, pools
 * and positions are the same as when they were read. A new waiting exit increases the version of its position. A
 * waiting exit also ends when its position is closed in another way.
 */
export function buildInvestmentOperation(input: InvestmentOperationInput): Operation {
  const { snapshot, basis, decision, kind, actorId, newRisk, evidence, exits = [] } = input;
  const ended = endedExits(input);
  const touched = [...new Set([...exits, ...ended].map(({ botId }) => botId))];
  const unchanged = touched.filter((id) => !decision.changes.some(({ botId }) => botId === id));
  const { userId, funds } = snapshot;
  const entries = toLedgerEntries(decision.postings);
  const bought = decision.changes.filter(({ unitsDelta }) => unitsDelta > 0n).map(({ botId }) => botId);
  return {
    operationId: createOperationId(),
    locks: {
      pools: Object.fromEntries(basis.map(({ pool }) => [pool.id, "shared" as const])),
      accounts: [investorAccount(userId, "deposit_funds")],
    },
    expects: {
      ...(funds
        ? {
            balances: {
              [investorAccount(userId, "deposit_funds")]: formatCents(funds.depositFunds),
              [investorAccount(userId, "profit_funds")]: formatCents(funds.profitFunds),
              [investorAccount(userId, "running_profit")]: formatCents(funds.runningProfit),
            },
          }
        : {}),
      pools: basis.map(({ pool }) => ({ botId: pool.id, version: pool.version, frozen: false })),
      positions: basis.map((bot) => ({ userId, botId: bot.pool.id, version: versionOf(bot) })),
      ...(bought.length > 0 ? { unpaused: bought } : {}),
      ...(evidence ? { evidence: bought.map((botId) => ({ botId, recordHash: evidence.recordHash })) } : {}),
    },
    // A worthless position closes without an entry, but its event needs the transaction.
    ...(entries.length > 0 || decision.changes.length > 0
      ? { transaction: { kind, actorId, reason: input.reason ?? null, entries } }
      : {}),
    writes: {
      positions: [
        ...decision.changes.map((change) => changedRow(input, change)),
        ...unchanged.map((botId) => unchangedRow(userId, basis, botId)),
        ...(newRisk ? basis.map(({ pool }) => unchangedRow(userId, basis, pool.id, newRisk)) : []),
      ],
      positionEvents: decision.changes.map((change) => eventRow(userId, kind, change, findBasis(basis, change.botId))),
      // Ended exits come first, because a position can have only one waiting exit.
      exits: [
        ...ended.map((exit) => toEndedExitRow(userId, exit)),
        ...exits.map((exit) => toWaitingExitRow(userId, exit)),
      ],
    },
  };
}

function findBasis(basis: readonly InvestorBot[], botId: string): InvestorBot {
  const found = basis.find(({ pool }) => pool.id === botId);
  if (!found) throw new Error(`The decision about bot ${botId} was made without it`);
  return found;
}

function changedRow(
  { snapshot, basis, risk }: InvestmentOperationInput,
  { botId, after }: PositionChange,
): RowFor<"positions"> {
  const before = findBasis(basis, botId);
  const kept = before.position?.isActive ? before.position.risk : (risk ?? noRiskParameters);
  return positionRow({ userId: snapshot.userId, botId, position: after, risk: kept, before });
}

/** Only increases the version, so that decisions based on the earlier version are made again. */
function unchangedRow(
  userId: string,
  basis: readonly InvestorBot[],
  botId: string,
  newRisk?: RiskParameters,
): RowFor<"positions"> {
  const before = findBasis(basis, botId);
  if (!before.position) throw new Error(`User ${userId} has no position in bot ${botId}`);
  return positionRow({ userId, botId, position: before.position, risk: newRisk ?? before.position.risk, before });
}

function positionRow(input: {
  userId: string;
  botId: string;
  position: Position;
  risk: RiskParameters;
  before: InvestorBot;
}): RowFor<"positions"> {
  const { position, risk, before } = input;
  const isActive = computeOwnMoney(position) > 0n || position.units > 0n;
  // The door posts only while the pool is as it was read, so these are its figures of that moment.
  const { interestSum, billIndex } = before.pool;
  const levels = computeRiskLevels(position, risk);
  return {
    userId: input.userId,
    botId: input.botId,
    units: formatUnits(position.units),
    ownDeposit: formatCents(position.ownDeposit),
    ownProfit: formatCents(position.ownProfit),
    lossCarried: formatCents(position.lossCarried),
    userSharePct: position.userSharePct,
    isActive: isActive,
    version: String(BigInt(versionOf(before)) + 1n),
    stopLossPct: isActive ? percent(risk.stopLoss) : null,
    takeProfitPct: isActive ? percent(risk.takeProfit) : null,
    stopNav: levels.stop === null ? null : formatNav(levels.stop),
    takeNav: levels.take === null ? null : formatNav(levels.take),
    interest: formatAccrual(position.interest),
    interestSum: formatNav(interestSum),
    shareAbove: position.shareAbove,
    billInterest: formatAccrual(position.billInterest),
    billIndex: formatNav(billIndex),
  };
}

const percent = (value: BasisPoints | null): string | null => (value === null ? null : formatBasisPoints(value));

/** Returns the exits that the caller ends, and the waiting exits of positions that this decision closes. */
function endedExits({ basis, decision, ended = [] }: InvestmentOperationInput): EndedExit[] {
  const left = decision.changes.flatMap(({ botId, closed }): EndedExit[] => {
    const exit = basis.find(({ pool }) => pool.id === botId)?.position?.waitingExit;
    const isSaid = ended.some((each) => each.botId === botId);
    return closed && exit && !isSaid ? [{ botId, exit, status: "settled" }] : [];
  });
  return [...ended, ...left];
}

function eventRow(
  userId: string,
  kind: TransactionKind,
  change: PositionChange,
  { pool }: InvestorBot,
): RowFor<"positionEvents"> {
  return {
    userId,
    botId: change.botId,
    kind,
    tradeOpen: change.tradeOpen,
    mark: formatNav(change.mark),
    unitsDelta: formatUnits(units(change.unitsDelta)),
    ownDepositDelta: formatCents(change.ownDepositDelta),
    ownProfitDelta: formatCents(change.ownProfitDelta),
    lossCarriedDelta: formatCents(change.lossCarriedDelta),
    valueDelta: formatCents(change.valueDelta),
    profitShare: formatCents(change.profitShare),
    interestDelta: formatAccrual(change.interestDelta),
    interestPaid: formatCents(change.exit.interest),
    interestSum: formatNav(pool.interestSum),
    billInterestDelta: formatAccrual(change.billInterestDelta),
    belowBills: formatCents(change.belowBills),
    billIndex: change.after.shareAbove === "bills" ? formatNav(pool.billIndex) : null,
    exitMark: formatNav(pool.marks.exit),
  };
}
