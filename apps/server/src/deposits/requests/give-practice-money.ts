import { PRACTICE_AMOUNT, type Deposit } from "@wazi/contracts";
import { buildDepositPostings, investorAccount, parseCents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import {
  type First,
  type RequestKey,
  deriveOperationId,
  toLedgerEntries,
  type Operation,
  runMoneyOperation,
} from "../../ledger/api.ts";
import { withNewIndex } from "./address-indexes.ts";
import { chooseAddress, type DepositDeps, readDepositStart } from "./create-deposit.ts";
import { type DepositRow, type DepositStart, toDeposit } from "./store.ts";
import * as texts from "../../messages/deposits.ts";

const NETWORK = "TRC20";

/**
 * Credits practice money as a completed deposit that the system approves, in demo mode only and once: before the investor's
 * first completed deposit.
 * @throws AppError NOT_FOUND in live mode · CONFLICT after a completed deposit
 */
export async function givePracticeMoney(
  deps: DepositDeps,
  input: { userId: string; address: string; requestKey: RequestKey | null; first: First<DepositStart> | null },
): Promise<{ status: 201; body: Deposit }> {
  if (!deps.givesPracticeMoney) throw new AppError("NOT_FOUND", texts.notFound);
  const { userId, address } = input;
  return withNewIndex(deps.door, (takeIndex) =>
    runMoneyOperation(deps.door, input.requestKey, {
      read: (isFirst) => readDepositStart(deps, userId, isFirst ? input.first : null),
      decide: (start) => {
        if (start.hasCompleted) {
          throw new AppError("CONFLICT", texts.practiceMoneyRefused);
        }
        const { walletAddress, expects, writes } = chooseAddress(deps, start, { userId, network: NETWORK }, takeIndex);
        const row = buildRow(deps, userId, walletAddress);
        const operation = buildOperation(row, address);
        return {
          operation: { ...operation, expects, writes: { ...writes, ...operation.writes } },
          answer: { status: 201, body: toDeposit(row) },
        };
      },
    }),
  );
}

function buildRow(deps: DepositDeps, userId: string, walletAddress: string): DepositRow {
  const now = deps.now();
  return {
    id: deriveOperationId("practice deposit", userId),
    userId,
    amount: PRACTICE_AMOUNT,
    currency: "USDT",
    network: NETWORK,
    walletAddress,
    isTestAddress: deps.addresses.isTest,
    cryptoAmount: `${PRACTICE_AMOUNT}000000`,
    rate: "1.00000000",
    receivedAmount: null,
    transactionHash: null,
    status: "completed",
    settledBy: null,
    settledAt: now,
    lateFor: null,
    createdAt: now,
    updatedAt: now,
    version: "1",
  };
}

/** Its id is the investor's own, so that two requests at once credit one deposit. */
function buildOperation(row: DepositRow, address: string): Operation {
  const { userId, amount } = row;
  return {
    operationId: deriveOperationId("practice money", userId),
    locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
    expects: {},
    transaction: {
      kind: "deposit",
      actorId: null,
      reason: "Practice money of the demo",
      entries: toLedgerEntries(buildDepositPostings(userId, "crypto", parseCents(amount))),
    },
    writes: {
      deposits: [row],
      audit: [
        {
          actorId: null,
          action: "deposit.practice",
          subjectType: "deposit",
          subjectId: row.id,
          before: null,
          after: { status: row.status, amount },
          address,
        },
      ],
    },
  };
}
