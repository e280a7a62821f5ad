import { randomUUID } from "node:crypto";
import {
  findNetworkProblem,
  formatAmount,
  messages,
  MIN_WITHDRAWAL_CENTS,
  type BodyOf,
  type createWithdrawal,
  type Withdrawal,
} from "@wazi/contracts";
import {
  cents,
  decideWithdrawal,
  formatCents,
  investorAccount,
  computeMinimumWithdrawal,
  parseCents,
  type WithdrawalHold,
} from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { stepUpRefusal } from "../../platform/http/run-proved.ts";
import type { StoredHold } from "../../people/api.ts";
import {
  readInvestor,
  takeIfFresh,
  type FirstRead,
  type InvestorSnapshot,
  toLedgerEntries,
  type Operation,
  createOperationId,
  type RequestKey,
  runMoneyOperation,
} from "../../ledger/api.ts";
import { type Destination, formatDestination, parseDestination } from "./destination.ts";
import {
  readWithdrawalControls,
  refuseAboveDailyLimit,
  refuseWaitingDestination,
  type WithdrawalControls,
  type WithdrawalDeps,
} from "./withdrawal-controls.ts";
import {
  listEarlierDestinations,
  readBeforeWithdrawal,
  readWaitsSince,
  toWithdrawal,
  type WithdrawalRow,
} from "./store.ts";
import { BEFORE_REQUEST, requireTransition } from "./transitions.ts";
import * as texts from "../../messages/withdrawals.ts";

type Body = BodyOf<typeof createWithdrawal>;

/**
 * @returns what holds a new withdrawal; null if nothing does
 * @throws AppError CONFLICT while another withdrawal is pending
 */
export async function refusePendingWithdrawal(
  deps: WithdrawalDeps,
  userId: string,
  at: Date,
): Promise<StoredHold | null> {
  const { isPending, hold } = await readBeforeWithdrawal(deps.sql, userId, at);
  if (isPending) throw new AppError("CONFLICT", messages.pendingWithdrawal);
  return hold;
}

/**
 * Moves an amount from the balance into a hold, to be paid out. Checks run in the order: pending withdrawal, amount,
 * balance, minimum, daily limit, destination, the network's minimum, address book, and last the proof of who the
 * investor is, so that nobody is asked for a code in vain.
 * @throws AppError CONFLICT · INSUFFICIENT_FUNDS · VALIDATION · WITHDRAWAL_LIMIT · FORBIDDEN the destination is not in the address
 * book or still waits there · STEP_UP_REQUIRED
 */
export function requestWithdrawal(
  deps: WithdrawalDeps,
  input: {
    user: { id: string; isActive: boolean };
    body: Body;
    requestKey: RequestKey | null;
    first: FirstRead | null;
    isProved: boolean;
  },
): Promise<{ status: 201; body: Withdrawal }> {
  const { user, body, isProved } = input;
  const userId = user.id;
  return runMoneyOperation(deps.door, input.requestKey, {
    read: async (isFirst) => {
      const snapshot = await readInvestor(
        deps.sql,
        userId,
        deps.maxPriceAgeMs,
        isFirst ? takeIfFresh(input.first) : null,
      );
      // After the balance: a concurrent withdrawal is then reported as pending rather than as insufficient funds.
      const now = deps.now();
      const held = await refusePendingWithdrawal(deps, userId, now);
      const controls = await readWithdrawalControls(deps, userId, now);
      const earlier = user.isActive ? [] : await listEarlierDestinations(deps.sql, userId);
      return { snapshot, controls, held, earlier, now };
    },
    decide: ({ snapshot, controls, held, earlier, now }) => {
      const hold = decideHold(snapshot, body.amount);
      refuseAboveDailyLimit(controls, parseCents(body.amount));
      const destination = parseDestination(body, deps.isPaperMoney);
      refuseBelowNetworkMinimum(body.amount, destination.network);
      refuseNewDestination(earlier.map(formatDestination), formatDestination(destination));
      refuseWaitingDestination(controls, formatDestination(destination), now);
      if (!isProved) throw stepUpRefusal();
      const row = buildWithdrawal(userId, body, hold, destination, now);
      const operation = buildOperation(snapshot, hold, row, controls);
      return {
        operation,
        answer: {
          status: 201,
          body: toWithdrawal({ ...row, hold: held, waitsSince: readWaitsSince(now, held), payout: null }),
        },
      };
    },
  });
}

/**
 * A deactivated user can withdraw to any earlier destination. Who has none can withdraw to any, so that nothing stands between people
 * and their money.
 * @throws AppError FORBIDDEN
 */
function refuseNewDestination(earlier: readonly string[], destination: string): void {
  if (earlier.length > 0 && !earlier.includes(destination)) throw new AppError("FORBIDDEN", texts.destinationTooNew);
}

function decideHold({ userId, funds }: InvestorSnapshot, asked: string): WithdrawalHold {
  const amount = parseCents(asked);
  const hold = decideWithdrawal(userId, funds, amount);
  if ("refused" in hold) {
    throw new AppError("INSUFFICIENT_FUNDS", messages.overBalance(formatAmount(formatCents(hold.available))));
  }
  if (amount < computeMinimumWithdrawal(funds, cents(MIN_WITHDRAWAL_CENTS))) {
    throw new AppError("VALIDATION", messages.withdrawalTooSmall, { fields: { amount: messages.withdrawalTooSmall } });
  }
  return hold;
}

export function refuseBelowNetworkMinimum(amount: string, network: string | null): void {
  const message = findNetworkProblem(parseCents(amount), network);
  if (message !== null) throw new AppError("VALIDATION", message, { fields: { amount: message } });
}

function buildWithdrawal(
  userId: string,
  body: Body,
  { split }: WithdrawalHold,
  destination: Destination,
  now: Date,
): WithdrawalRow {
  return {
    ...destination,
    id: randomUUID(),
    userId,
    amount: formatCents(parseCents(body.amount)),
    fromDeposit: formatCents(split.fromDeposit),
    fromProfit: formatCents(split.fromProfit),
    transactionHash: null,
    notes: null,
    status: requireTransition(BEFORE_REQUEST, { type: "request" }).withdrawal,
    settledBy: null,
    settledAt: null,
    hiddenAt: null,
    hiddenBy: null,
    createdAt: now,
    updatedAt: now,
    version: "1",
    replaces: null,
  };
}

function buildOperation(
  { userId, funds }: InvestorSnapshot,
  hold: WithdrawalHold,
  row: WithdrawalRow,
  { withdrawn }: WithdrawalControls,
): Operation {
  return {
    operationId: createOperationId(),
    locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
    expects: {
      balances: {
        [investorAccount(userId, "deposit_funds")]: formatCents(funds.depositFunds),
        [investorAccount(userId, "profit_funds")]: formatCents(funds.profitFunds),
      },
      ...(withdrawn ? { withdrawn: [{ userId, since: withdrawn.since, amount: withdrawn.amount }] } : {}),
    },
    transaction: { kind: "withdrawal-hold", actorId: userId, reason: null, entries: toLedgerEntries(hold.postings) },
    writes: { withdrawals: [row] },
  };
}
