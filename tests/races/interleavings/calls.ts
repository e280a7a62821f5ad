import { randomUUID } from "node:crypto";
import { cents, noRiskParameters, parseCents, type Cents } from "@wazi/domain";
import { AppError } from "../../../apps/server/src/platform/base/app-error.ts";
import type { RequestKey } from "../../../apps/server/src/ledger/idempotency/request-key.ts";
import { openDoor } from "../../../apps/server/src/ledger/door/post.ts";
import type { Answer } from "../../../apps/server/src/ledger/door/run-money-operation.ts";
import { isConnectionLost } from "../../../apps/server/src/platform/db/database-errors.ts";
import type { Sql } from "../../../apps/server/src/platform/db/pool.ts";
import { activateBot } from "../../../apps/server/src/investing/investments/activate-bot.ts";
import { deactivateBot } from "../../../apps/server/src/investing/investments/deactivate-bot.ts";
import { investmentTransfer, transferFunds } from "../../../apps/server/src/investing/investments/transfer-funds.ts";
import { cancelWithdrawal } from "../../../apps/server/src/withdrawals/requests/cancel-withdrawal.ts";
import { requestWithdrawal } from "../../../apps/server/src/withdrawals/requests/request-withdrawal.ts";
import { settleWithdrawal } from "../../../apps/server/src/withdrawals/requests/settle-withdrawal.ts";
import type { WithdrawalDeps } from "../../../apps/server/src/withdrawals/requests/withdrawal-controls.ts";
import { answerOnce } from "../../../apps/server/src/ledger/idempotency/register-money-call.ts";
import { mpesa } from "../../harness/money-forms.ts";
import type { ScriptedBots } from "../../harness/scripted-bots.ts";
import type { Actor } from "./actor.ts";

export const DAILY_LIMIT = cents(12_000n);
/** Older prices are not used. Longer than a run takes, so that only the feed decides what is old. */
export const MAX_PRICE_AGE_MS = 60_000;
/** An attempt whose answer was dropped, or whose backend was ended, is made again. */
export const MAX_REPEATS = 12;

export interface Outcome {
  kind: string;
  key: string;
  /** Null for a refusal. */
  status: number | null;
}

interface Call {
  kind: string;
  key: string;
  userId: string;
  run: (requestKey: RequestKey | null) => Promise<Answer>;
}

/** The needs of an investor's calls. */
export interface CallWorld {
  bots: ScriptedBots;
  pair: readonly [number, number];
  adminId: string;
}

/** Makes a call as a client does: without an answer, it repeats the call under its key. */
export async function runCall(
  sql: Sql,
  { kind, key, userId, run }: Call,
  outcomes: Outcome[],
  problems: string[],
): Promise<void> {
  for (let attempt = 0; attempt < MAX_REPEATS; attempt += 1) {
    try {
      const request = { userId, call: kind, key, payload: { kind } };
      const { status } = await answerOnce({ sql, running: new Map() }, request, run);
      outcomes.push({ kind, key, status: status < 300 ? status : null });
      return;
    } catch (error) {
      if (isConnectionLost(error)) continue;
      outcomes.push({ kind, key, status: null });
      if (!(error instanceof AppError)) problems.push(`${kind}: ${String(error)}`);
      else if (error.code === "BUSY") problems.push(`${kind}: ${error.code}`);
      return;
    }
  }
  problems.push(`${kind}: no answer after ${MAX_REPEATS} attempts`);
}

/** The call of a number from 0 to 5. */
export function chooseCall(
  { bots, pair, adminId }: CallWorld,
  { sql }: Actor,
  userId: string,
  { choice, amount, bot }: { choice: number; amount: string; bot: 0 | 1 },
): Omit<Call, "key"> {
  const door = openDoor(sql);
  const now = (): Date => new Date();
  const deps = {
    ...{ sql, door, maxPriceAgeMs: MAX_PRICE_AGE_MS, now, isTraded: () => true, requiresAnswers: false },
    unprovenBots: "open" as const,
    closesBills: false,
    shareAbove: "nothing" as const,
    findDueInterestDay: () => null,
    symbolsOf: () => [],
    listEndedSymbols: () => Promise.resolve(new Set<string>()),
  };
  const withdrawals: WithdrawalDeps = {
    ...deps,
    isPaperMoney: true,
    aloneRule: { limit: parseCents("9999999999.99"), bindsOnlyOne: false },
    dailyLimit: DAILY_LIMIT,
    addressWaitHours: 0,
    rateLimitScale: 0,
    payouts: null,
    exports: undefined as never,
  };
  const money: Cents = parseCents(amount);
  const botId = bots.ids[pair[bot]] ?? "";
  const none = { first: null };
  const admin = { id: adminId, address: null, person: { id: adminId, firstName: "A", lastName: "B" } as never };
  const findPending = async (): Promise<string> => {
    const [row] = await sql<
      { id: string }[]
    >`select id from withdrawals where user_id = ${userId} and status = 'pending'`;
    return row?.id ?? randomUUID();
  };
  const byChoice: readonly Omit<Call, "key" | "userId">[] = [
    {
      kind: "withdrawal-hold",
      run: (requestKey) =>
        requestWithdrawal(withdrawals, {
          user: { id: userId, isActive: true },
          body: mpesa(amount) as never,
          requestKey,
          isProved: true,
          ...none,
        }),
    },
    {
      kind: "allocation",
      run: (requestKey) =>
        activateBot(deps, {
          userId,
          botId,
          amount: cents(money + 10_000n),
          risk: noRiskParameters,
          requestKey,
          ...none,
        }),
    },
    { kind: "deactivation", run: (requestKey) => deactivateBot(deps, { userId, botId, requestKey, ...none }) },
    {
      kind: "investment-transfer",
      run: (requestKey) => transferFunds(deps, investmentTransfer, { userId, amount: money, requestKey, ...none }),
    },
    {
      kind: "withdrawal-paid",
      run: async (requestKey) =>
        settleWithdrawal(withdrawals, {
          admin,
          withdrawalId: await findPending(),
          settlement: { status: "completed" },
          expected: undefined,
          requestKey,
        }),
    },
    {
      kind: "withdrawal-returned",
      run: async (requestKey) =>
        cancelWithdrawal(withdrawals, {
          user: { id: userId, address: null },
          withdrawalId: await findPending(),
          requestKey,
        }),
    },
  ];
  const chosen = byChoice[choice] ?? byChoice[0]!;
  return { ...chosen, userId };
}
