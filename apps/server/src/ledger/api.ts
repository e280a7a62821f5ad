/** All that other nouns may use. */
export {
  type AloneControl,
  type AloneRule,
  findActsSince,
  findAloneLimit,
  needsSecond,
  readAloneControl,
  lockAloneControl,
  recordAct,
  recordActIn,
  requireDecider,
  toAloneControl,
  toAloneRule,
} from "./acts/acts-alone.ts";
export { ALONE_SUMS, type AloneSums, COUNTED_PEOPLE } from "./acts/store.ts";
export { expectSecond, explainStanding, requireSecond } from "./acts/second-person.ts";
export {
  type AskedAdjustment,
  listAppliedAlone,
  requestApproval,
  statusAt,
  toAdjustment,
} from "./adjustments/adjustment.ts";
export { type NamedAdjustmentRow, findAdjustment, listAdjustmentRows } from "./adjustments/store.ts";
export { storeLedgerDays } from "./days/store-ledger-days.ts";
export {
  type DayFlows,
  type DayPool,
  findFirstDay,
  listInterestDays,
  listStoredDays,
  listStoredPools,
} from "./days/store.ts";
export { nextDay, sumLedgerDays, toDay } from "./days/sum-ledger-days.ts";
export { formatLedgerAccount } from "./door/format-ledger-account.ts";
export {
  type Operation,
  type PostingOutcome,
  type TransactionKind,
  createOperationId,
  deriveOperationId,
  raiseVersion,
  toLedgerEntries,
} from "./door/operation.ts";
export type { Door } from "./door/post.ts";
export { type ExpectedRow, type RowFor, buildJsonRow, listSelectColumns } from "./door/door-rows.ts";
export { type Answer, type Decided, runMoneyOperation } from "./door/run-money-operation.ts";
export { type First, registerMoneyCall } from "./idempotency/register-money-call.ts";
export { AnsweredElsewhereError, type RequestKey } from "./idempotency/request-key.ts";
export { beginCall, storeAnswer } from "./idempotency/store.ts";
export {
  ALL_BOTS,
  type ExitKind,
  type FirstRead,
  HELD_COLUMN,
  type HeldPosition,
  type HeldSnapshot,
  type HeldSnapshotRow,
  type InvestorBot,
  type InvestorSnapshot,
  type PoolView,
  planDepositsRead,
  WAITING_EXIT,
  type WaitingExit,
  investorRead,
  listHoldings,
  readInvestor,
  readInvestors,
  takeIfFresh,
  toHeldSnapshots,
} from "./investors/store.ts";
export {
  type LocalRate,
  type RateProposalRow,
  type TimedLocalRate,
  decideRateProposal,
  findLocalRate,
  findOwnLocalRate,
  type RateInForce,
  findRateInForce,
  insertLocalRate,
  insertRateProposal,
  isNearAnchor,
  readRateValue,
  listLocalRates,
  listRateProposals,
  lockLocalRates,
  lockRateProposal,
} from "./local-rates/store.ts";
export { formatMovement } from "./movements/format-movement.ts";
export {
  type BalanceRow,
  type Balances,
  type Movement,
  addBalances,
  computeChanges,
  toBalances,
  toStatementFigures,
} from "./movements/movement.ts";
export { movementsOf, readMovements } from "./movements/store.ts";
export { BOT_STATUS_COLUMN, EXIT_MARK_COLUMN, isPaused, UNITS_COLUMN } from "./pools/store.ts";
export {
  type HeldSettlement,
  type HoldDecision,
  addRateHold,
  buildOperation,
  computeHeldAmount,
  buildRateHold,
  endRateHold,
  expectRate,
  recordDecisionAlone,
  refuseNoSecondPerson,
  toAdminRateHold,
  toRateHold,
  toRateHoldJson,
} from "./rate-holds/rate-hold.ts";
export {
  DEPOSIT_RATE_HOLD,
  type RateHoldJson,
  type RateHoldRow,
  findListedHold,
  findRateHold,
  findShownRate,
  hasOpenDepositHold,
  listDueHolds,
  listOpenHolds,
  withdrawalRateHold,
} from "./rate-holds/store.ts";
export { NoCheckpointError, compareBooks, findDifferences } from "./reconciliation/compare-books.ts";
export type { Difference } from "./reconciliation/difference.ts";
export type { FurtherChecks } from "./reconciliation/compare-books.ts";
export { LEDGER_START, type LedgerPosition, isAfter } from "./reconciliation/checkpoints/store.ts";
export { runReconciliation } from "./reconciliation/run-reconciliation.ts";
export {
  type LatestResults,
  type ReconciliationResult,
  countKnownDifferences,
  listReconciliations,
  readLatestResults,
  saveReconciliation,
} from "./reconciliation/store.ts";
