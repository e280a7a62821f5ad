import { MIN_POSITION_CENTS, type TransferResult, type WaitingTransfer } from "@wazi/contracts";
import {
  cents,
  decideInvestmentTransfer,
  decideProfitTransfer,
  type Cents,
  type InvestmentDecision,
  type Refusal,
} from "@wazi/domain";
import type { AppError } from "../../platform/base/app-error.ts";
import { toAccountFigures } from "../positions/account-figures.ts";
import { buildInvestmentOperation } from "../positions/investment-operation.ts";
import { readSettledInvestor } from "../positions/read-settled-investor.ts";
import {
  listHoldings,
  type FirstRead,
  type InvestorSnapshot,
  type RequestKey,
  runMoneyOperation,
} from "../../ledger/api.ts";
import { toNewExits } from "../positions/waiting-exit.ts";
import type { InvestmentDeps } from "./activate-bot.ts";
import { investmentFundExceeded, runningProfitExceeded, refuseSecondExit } from "./investment-rules.ts";
import { applyDecision } from "../positions/snapshot-after.ts";
import { toExitPending, toExitResult } from "./user-bot.ts";

interface TransferInput {
  userId: string;
  amount: Cents;
  requestKey: RequestKey | null;
  first: FirstRead | null;
}

type Transferred = Promise<{ status: 200 | 202; body: TransferResult | WaitingTransfer }>;

/** The parts in which the two transfers differ. */
export interface TransferKind {
  name: "investment-transfer" | "profit-transfer";
  /** `canSettle` returns whether a bot's part can be settled now; otherwise that part waits. */
  decide: (
    snapshot: InvestorSnapshot,
    amount: Cents,
    canSettle: (botId: string) => boolean,
  ) => InvestmentDecision | Refusal;
  refusal: (available: Cents) => AppError;
}

/** Takes own money out of the active positions in proportion and closes those left with less than 100.00. */
export const investmentTransfer: TransferKind = {
  name: "investment-transfer",
  refusal: investmentFundExceeded,
  decide: (snapshot, amount, canSettle) =>
    decideInvestmentTransfer({
      userId: snapshot.userId,
      holdings: listHoldings(snapshot),
      amount,
      minPosition: cents(MIN_POSITION_CENTS),
      canSettle: ({ bot }) => canSettle(bot.id),
    }),
};

/** Moves running profit to profit funds; own money stays in the positions. */
export const profitTransfer: TransferKind = {
  name: "profit-transfer",
  refusal: runningProfitExceeded,
  decide: (snapshot, amount, canSettle) =>
    decideProfitTransfer({
      userId: snapshot.userId,
      funds: snapshot.funds,
      holdings: listHoldings(snapshot),
      amount,
      canSettle: ({ bot }) => canSettle(bot.id),
    }),
};

/**
 * Transfers what can be settled now. Parts of positions with an open trade and no current price wait (202).
 * @throws AppError INSUFFICIENT_FUNDS more than available · CONFLICT one of the positions already has a waiting exit
 */
export function transferFunds(deps: InvestmentDeps, transfer: TransferKind, input: TransferInput): Transferred {
  const { userId, amount } = input;
  return runMoneyOperation<InvestorSnapshot, Awaited<Transferred>>(deps.door, input.requestKey, {
    read: (isFirst) =>
      readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs, undefined, isFirst ? input.first : null),
    decide: (snapshot) => {
      const decision = transfer.decide(snapshot, amount, (botId) => isFresh(snapshot, botId));
      if ("refused" in decision) throw transfer.refusal(decision.available);
      const touched = new Set([...decision.changes, ...decision.waiting].map(({ botId }) => botId));
      refuseSecondExit(snapshot.bots.filter(({ pool }) => touched.has(pool.id)));
      const exits = toNewExits(decision.waiting, transfer.name, deps.now());
      const basis = snapshot.bots.filter(({ position }) => position?.isActive);
      const operation = buildInvestmentOperation({
        snapshot,
        basis,
        decision,
        kind: transfer.name,
        actorId: userId,
        exits,
      });
      const body: TransferResult = {
        account: toAccountFigures(applyDecision(snapshot, decision)),
        exit: toExitResult(decision.exit),
        closedBotIds: decision.changes.filter(({ closed }) => closed).map(({ botId }) => botId),
      };
      if (exits.length === 0) return { operation, answer: { status: 200, body } };
      const waiting = exits.map((exit) => toExitPending(exit.botId, exit));
      return { operation, answer: { status: 202, body: { ...body, waiting } } };
    },
  });
}

function isFresh({ bots: bots }: InvestorSnapshot, botId: string): boolean {
  return bots.some(({ pool }) => pool.id === botId && pool.fresh);
}
