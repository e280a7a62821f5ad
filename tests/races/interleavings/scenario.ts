import { randomUUID } from "node:crypto";
import { cents, noRiskParameters, parseCents, type Cents } from "@wazi/domain";
import type { SessionRow } from "../../../apps/server/src/core/identity/store.ts";
import { AppError } from "../../../apps/server/src/core/app-error.ts";
import { openDoor } from "../../../apps/server/src/core/ledger/post.ts";
import { createSeededRandom, type Random } from "../../../apps/server/src/commands/seeding/seeded-random.ts";
import { isConnectionLost } from "../../../apps/server/src/db/database-errors.ts";
import type { Queryable, Sql } from "../../../apps/server/src/db/pool.ts";
import { activateBot } from "../../../apps/server/src/features/investments/activate-bot.ts";
import { deactivateBot } from "../../../apps/server/src/features/investments/deactivate-bot.ts";
import { investmentTransfer, transferFunds } from "../../../apps/server/src/features/investments/transfer-funds.ts";
import { cancelWithdrawal } from "../../../apps/server/src/features/withdrawals/cancel-withdrawal.ts";
import { requestWithdrawal } from "../../../apps/server/src/features/withdrawals/request-withdrawal.ts";
import { settleWithdrawal } from "../../../apps/server/src/features/withdrawals/settle-withdrawal.ts";
import type { WithdrawalDeps } from "../../../apps/server/src/features/withdrawals/withdrawal-deps.ts";
import { answerOnce } from "../../../apps/server/src/http/idempotency.ts";
import type { Answer } from "../../../apps/server/src/core/ledger/run-money-operation.ts";
import type { RequestKey } from "../../../apps/server/src/core/idempotency/request-key.ts";
import { mpesa } from "../../harness/money-forms.ts";
import type { ScriptedBots } from "../../harness/scripted-bots.ts";
import { Scheduler, type Actor, type Interleaving } from "./scheduler.ts";

const DAILY_LIMIT = cents(12_000n);
const OPERATIONS_EACH = 3;
const MAX_REPEATS = 5;
const ACCEPTED = 202;
const CLOCK_STEP_MS = 30 * 60_000;
const CLOCK_STEP_SHARE = 0.2;

const HOLDS = 5;
const TRADES = 2;
/** The trades of the trader: small, so that unit prices stay near 1 over thousands of runs. */
const TRADE = { side: "buy", price: 100, exposure: "0.01" } as const;

/** What every run starts from. */
export interface World {
  /** As superuser, who sees which statements of others wait. */
  owner: Sql;
  /** Three API processes, a trader, and a session of the superuser that holds locks. */
  actors: { one: Actor; two: Actor; three: Actor; trader: Actor; holder: Actor };
  /** The bots of the trader. */
  bots: ScriptedBots;
  /** The two bots of a run, the one whose pool is locked first in front. Ids are random, and so is their order. */
  pair: readonly [number, number];
  adminId: string;
}

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

/** Runs three processes that move the money of one investor at the same time, a trader, and a session that holds locks. */
export async function runScenario(
  world: World,
  userId: string,
  seed: number,
): Promise<Interleaving & { outcomes: Outcome[]; problems: string[] }> {
  const random = createSeededRandom(seed);
  const { one, two, three, trader, holder } = world.actors;
  const outcomes: Outcome[] = [];
  const problems: string[] = [];
  // The first call of two processes has the same key, as when a client repeats it through another process.
  const sharedKey = randomUUID();
  const plans = [one, two, three].map((actor) => {
    const choices = Array.from({ length: OPERATIONS_EACH }, () => Number(random.integer(0, 5)));
    const amounts = choices.map(() => (Number(random.integer(2_000, 9_000)) / 100).toFixed(2));
    const botsOf = choices.map(() => (random.next() < 0.5 ? 0 : 1));
    const clockMs = random.next() < CLOCK_STEP_SHARE ? CLOCK_STEP_MS : 0;
    return { actor, choices, amounts, botsOf, clockMs };
  });
  const actors = [one, two, three, trader, holder];
  for (const actor of actors) actor.isEnded = false;
  const lives = plans.map(async ({ actor, choices, amounts, botsOf, clockMs }, place) => {
    for (const [index, choice] of choices.entries()) {
      const isShared = index === 0 && place < 2;
      const asked = isShared
        ? ({ choice: 0, amount: "20.00", bot: 0 } as const)
        : ({ choice, amount: amounts[index]!, bot: botsOf[index]! } as const);
      const call = chooseCall(world, actor, userId, { ...asked, clockMs });
      await runCall(actor.sql, { ...call, key: isShared ? sharedKey : randomUUID() }, outcomes, problems);
    }
    actor.isEnded = true;
  });
  const others = [makeTrade(world, problems), holdLocks(world, userId, random)];
  const [interleaving] = await Promise.all([new Scheduler(world.owner, random, actors).run(), ...lives, ...others]);
  problems.push(...interleaving.circles.map((names) => `${names} waited for each other`));
  return { ...interleaving, outcomes, problems };
}

/** Opens trades of the first bot and closes them. An attempt that lost its connection is made again. */
async function makeTrade({ actors: { trader }, bots, pair: [bot] }: World, problems: string[]): Promise<void> {
  const steps = Array.from({ length: TRADES }, () => [
    { run: () => bots.open(bot, TRADE), isDone: /already has an open trade/ },
    { run: () => bots.close(bot, TRADE.price), isDone: /no trade is open/ },
  ]).flat();
  for (const { run, isDone } of steps) {
    for (let attempt = 0; attempt < MAX_REPEATS; attempt += 1) {
      try {
        await run();
        break;
      } catch (error) {
        if (isDone.test(String(error))) break;
        // As the trader, which starts over from the database.
        if (isConnectionLost(error) || /was not recorded/.test(String(error))) continue;
        problems.push(`trade: ${String(error)}`);
        break;
      }
    }
  }
  trader.isEnded = true;
}

/**
 * Takes an account, a pool, both pools in their order, or a table, for the time of a transaction, so that calls of the door
 * stop in their middle: before they check, or between their checks and their writes.
 */
async function holdLocks({ actors: { holder }, bots, pair }: World, userId: string, random: Random): Promise<void> {
  const botIds = pair.map((index) => bots.ids[index] ?? "");
  const accounts = ["deposit_funds", "profit_funds", "withdrawal_hold"];
  const holds: ((tx: Queryable) => Promise<unknown>)[] = [
    ...accounts.map((name) => (tx: Queryable) => {
      const code = `user:${userId}:${name}`;
      return tx`select from ledger_accounts where code = ${code} for update`;
    }),
    (tx) => tx`select pg_advisory_xact_lock(hashtextextended('pool:' || ${botIds[0] ?? ""}::text, 0))`,
    async (tx) => {
      const rows = await tx<{ key: string }[]>`
        select hashtextextended('pool:' || id, 0)::text as key from unnest(${botIds}::text[]) id order by 1`;
      const keys = rows.map(({ key }) => BigInt(key)).sort((a, b) => (a < b ? -1 : 1));
      for (const key of keys) await tx`select pg_advisory_xact_lock(${String(key)}::bigint)`;
    },
    (tx) => tx`lock table ledger_transactions in share mode`,
    (tx) => tx`lock table ledger_transactions in share mode`,
    (tx) => tx`lock table position_events in share mode`,
  ];
  const picks = Array.from({ length: HOLDS }, () => Number(random.integer(0, holds.length - 1)));
  for (const pick of picks) {
    await holder.sql
      .begin((tx: Queryable) => holds[pick]!(tx))
      // Its backend may be the one that is ended.
      .catch(() => undefined);
  }
  holder.isEnded = true;
}

async function runCall(
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
      // A client without an answer repeats the call under its key.
      if (isConnectionLost(error)) continue;
      outcomes.push({ kind, key, status: null });
      if (!(error instanceof AppError)) problems.push(`${kind}: ${String(error)}`);
      else if (error.code === "BUSY") problems.push(`${kind}: ${error.code}`);
      return;
    }
  }
  problems.push(`${kind}: no answer after ${MAX_REPEATS} attempts`);
}

function chooseCall(
  { bots, pair, adminId }: World,
  { sql }: Actor,
  userId: string,
  { choice, amount, bot, clockMs }: { choice: number; amount: string; bot: 0 | 1; clockMs: number },
): Omit<Call, "key"> {
  const door = openDoor(sql);
  const now = (): Date => new Date(Date.now() + clockMs);
  const deps = {
    ...{ sql, door, maxPriceAgeMs: 5_000, now, isTraded: () => true },
    symbolsOf: () => [],
    listEndedSymbols: () => Promise.resolve(new Set<string>()),
  };
  const withdrawals: WithdrawalDeps = {
    ...deps,
    isPaperMoney: true,
    fourEyesAbove: undefined,
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
  const session = { id: userId, hasSecondFactor: false } as SessionRow;
  const byChoice: readonly Omit<Call, "key" | "userId">[] = [
    {
      kind: "withdrawal-hold",
      run: (requestKey) =>
        requestWithdrawal(withdrawals, { session, body: mpesa(amount) as never, requestKey, ...none }),
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

/** What must hold after a run, whatever its order. Returns what does not. */
export async function findBrokenRules(sql: Sql, userId: string, outcomes: readonly Outcome[]): Promise<string[]> {
  const broken: string[] = [];
  const wrong = await sql<{ what: string }[]>`
    select a.code || ' is ' || a.balance || ' and not the sum of its entries' as what from ledger_accounts a
    where a.user_id = ${userId}
      and a.balance <> (select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = a.id)
    union all
    select 'the hold is not the pending withdrawals' from ledger_accounts a
    where a.code = 'user:' || ${userId}::text || ':withdrawal_hold'
      and a.balance <> (select coalesce(sum(w.amount), 0) from withdrawals w where w.user_id = ${userId} and w.status = 'pending')
    union all
    select 'a position is not the sum of its events' from positions p cross join lateral (
      select sum(units_delta) as units, sum(own_deposit_delta) as deposit, sum(own_profit_delta) as profit
      from position_events f where f.user_id = p.user_id and f.bot_id = p.bot_id) f
    where p.user_id = ${userId} and (p.units, p.own_deposit, p.own_profit) is distinct from (f.units, f.deposit, f.profit)
    union all
    select 'more than the daily limit was requested' from withdrawals w
    where w.user_id = ${userId} and w.status <> 'rejected' having sum(w.amount) > ${Number(DAILY_LIMIT) / 100}
    union all
    select 'two withdrawals are pending' from withdrawals w
    where w.user_id = ${userId} and w.status = 'pending' having count(*) > 1`;
  broken.push(...wrong.map(({ what }) => what));
  const counts = await sql<{ kind: string; count: number }[]>`
    select t.kind, count(distinct t.id)::int as count
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id where a.user_id = ${userId} group by t.kind`;
  const kinds = [
    "withdrawal-hold",
    "allocation",
    "deactivation",
    "investment-transfer",
    "withdrawal-paid",
    "withdrawal-returned",
  ];
  for (const kind of kinds) {
    const countKeys = (status: (given: number) => boolean): number =>
      new Set(
        outcomes
          .filter((each) => each.kind === kind && each.status !== null && status(each.status))
          .map(({ key }) => key),
      ).size;
    const settled = countKeys((status) => status !== ACCEPTED);
    // A call of which a part waits for a price has a transaction only when another part was settled.
    const waiting = countKeys((status) => status === ACCEPTED);
    const found = counts.find((each) => each.kind === kind)?.count ?? 0;
    if (found < settled || found > settled + waiting)
      broken.push(`${kind}: ${settled} acknowledged and ${waiting} waiting, ${found} posted`);
  }
  return broken;
}
