import type { TransferResult } from "@wazi/contracts";
import { minPositionCents } from "@wazi/contracts";
import {
  cents,
  decideInvestmentTransfer,
  decideProfitTransfer,
  type Cents,
  type InvestmentDecision,
  type Refusal,
} from "@wazi/domain";
import { accountFiguresOf } from "../../core/investors/account-figures.ts";
import { readSettledInvestor } from "../../core/investors/read-settled-investor.ts";
import { holdingsOf, type InvestorSnapshot } from "../../core/investors/store.ts";
import type { AppError } from "../../core/app-error.ts";
import { runMoneyOperation, type Claim } from "../../core/ledger/run-money-operation.ts";
import type { InvestmentDeps } from "./investment-deps.ts";
import { investmentOperation } from "../../core/investors/investment-operation.ts";
import { overInvestmentFund, overRunningProfit, requireFreshPrices } from "./investment-rules.ts";
import { snapshotAfter } from "./snapshot-after.ts";
import { exitResultOf } from "./user-bot.ts";

interface TransferInput {
  userId: string;
  amount: Cents;
  claim: Claim | null;
}

type Transferred = Promise<{ status: 200; body: TransferResult }>;

/**
 * Takes own money out of the active positions, in proportion; those left with less than 100.00 are closed.
 * @throws AppError INSUFFICIENT_FUNDS more than is invested · PRICE_UNAVAILABLE
 */
export function transferInvestment(deps: InvestmentDeps, input: TransferInput): Transferred {
  return transfer(deps, input, "investment-transfer", overInvestmentFund, (snapshot) =>
    decideInvestmentTransfer({
      userId: input.userId,
      holdings: holdingsOf(snapshot),
      amount: input.amount,
      minPosition: cents(minPositionCents),
    }),
  );
}

/**
 * Moves running profit to profit funds; the own money stays in the positions.
 * @throws AppError INSUFFICIENT_FUNDS more than the running profit · PRICE_UNAVAILABLE
 */
export function transferProfit(deps: InvestmentDeps, input: TransferInput): Transferred {
  return transfer(deps, input, "profit-transfer", overRunningProfit, (snapshot) =>
    decideProfitTransfer({
      userId: input.userId,
      funds: snapshot.funds,
      holdings: holdingsOf(snapshot),
      amount: input.amount,
    }),
  );
}

function transfer(
  deps: InvestmentDeps,
  { userId, claim }: TransferInput,
  kind: "investment-transfer" | "profit-transfer",
  refusal: (available: Cents) => AppError,
  decide: (snapshot: InvestorSnapshot) => InvestmentDecision | Refusal,
): Transferred {
  return runMoneyOperation(deps.door, claim, {
    read: () => readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs),
    decide: (snapshot) => {
      const decision = decide(snapshot);
      if ("refused" in decision) throw refusal(decision.available);
      const basis = snapshot.bots.filter(({ position }) => position?.isActive);
      requireFreshPrices(basis.map(({ pool }) => pool));
      const body: TransferResult = {
        account: accountFiguresOf(snapshotAfter(snapshot, decision)),
        exit: exitResultOf(decision.exit),
        closedBotIds: decision.changes.filter(({ closed }) => closed).map(({ botId }) => botId),
      };
      const operation = investmentOperation({ snapshot, basis, decision, kind, actorId: userId });
      return { operation, answer: { status: 200, body } };
    },
  });
}
