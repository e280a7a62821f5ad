import { randomUUID } from "node:crypto";
import type { AnswerOf, getRailStatements } from "@wazi/contracts";
import { cents } from "@wazi/domain";
import { type Lease, takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { advancePayout } from "../../apps/server/src/withdrawals/payouts/advance-payout.ts";
import { defaultTiming, type PayoutDeps } from "../../apps/server/src/withdrawals/payouts/payout-rail.ts";
import { formatDestination } from "../../apps/server/src/withdrawals/requests/destination.ts";
import type { WithdrawalRow } from "../../apps/server/src/withdrawals/requests/store.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../tests/harness/test-app.ts";
import type { Draw } from "../commands/seeding/seeded-random.ts";
import { ACCOMPLICE_CENTS, type Cast, VICTIM_CENTS } from "./cast.ts";
import { ANCHOR, createRail, CURRENCY, RAIL, type Rail } from "./rail.ts";

export const LIMIT_DOLLARS = 1_000;
/** Enough that those whom one person can revoke in a sequence leave more than one. */
const COLLEAGUES = 8;

/** An installation in a database of its own, in which one sequence after the other is played. */
export interface Stage {
  test: TestApp;
  owner: Sql;
  rail: Rail;
  colleagues: readonly TestClient[];
  stranger: TestClient;
  botId: string;
  /** True when what sequences share is no longer as it was. */
  isUsed: boolean;
  /** Moves the clock of the application and of the database. */
  passHours: (hours: number) => Promise<void>;
  hoursPassed: () => number;
  now: () => Date;
  lease: Lease;
  payouts: PayoutDeps;
  close: () => Promise<void>;
}

/** The people of one sequence, and how their acts find what there is. */
export interface Scene extends Cast {
  stage: Stage;
  stranger: TestClient;
  /** Each person's own money at the beginning, in cents. */
  own: ReadonlyMap<string, bigint>;
  /** False while no payment of theirs can be under way. */
  hasPayouts: boolean;
  botId: string;
  rail: string;
  account: string;
  limitDollars: number;
  now: () => Date;
  /** The ids of rows; "helper", "any(people)" and "any(insiders)" are those of the scene. */
  listIds: (rows: string) => Promise<string[]>;
  listRows<Row extends object>(rows: string): Promise<Row[]>;
  readBalance: (userId: string) => Promise<number>;
  readHoldEnd: (withdrawalId: string) => Promise<string>;
  /** The rate in force. */
  readRate: () => Promise<string>;
  pickColleague: (draw: Draw) => string;
  pickDifference: (draw: Draw) => Promise<{ key: string; kind: string; candidate: string | undefined }>;
}

const ok = (answer: TestAnswer): TestAnswer => {
  if (answer.status >= 300) throw new Error(`the scene could not be set: ${answer.status} ${answer.text}`);
  return answer;
};

/** The clock of the database, which the clock of the application goes by too. In a database of its own, whose tables none else reads. */
const MOVE_CLOCK = `
  create table public.drill_clock as select interval '0' as ahead;
  grant select on public.drill_clock to public;
  create function public.real_clock() returns timestamptz language internal volatile as 'clock_timestamp';
  create or replace function pg_catalog.clock_timestamp() returns timestamptz language sql volatile
    as 'select public.real_clock() + (select ahead from public.drill_clock)';
  create or replace function pg_catalog.now() returns timestamptz language sql stable
    as 'select transaction_timestamp() + (select ahead from public.drill_clock)';`;

export async function openStage(): Promise<Stage> {
  const rail = createRail();
  let hours = 0;
  const now = (): Date => new Date(Date.now() + hours * 3_600_000);
  const env = { PAYOUTS: "automatic", ADMIN_ALONE_DAILY_LIMIT: String(LIMIT_DOLLARS) };
  const test = await startTestApp(undefined, undefined, env, undefined, [rail.payoutRail], now);
  // On a busy machine the people of a hundred sequences take longer than a call of the product may.
  const owner = openPool(test.database.url, { role: null, max: 2, statementTimeoutMs: 0, queryTimeoutMs: 0 });
  await owner.unsafe(MOVE_CLOCK);
  const colleagues = [];
  for (let place = 0; place < COLLEAGUES; place += 1)
    colleagues.push(await test.administrator(place < 2 ? "money" : "full"));
  const stranger = await test.signUp();
  const [bot] = (await stranger.call("GET", "/api/bots")).body as { id: string }[];
  const lease = await takeLease(test.sql, randomUUID(), true, "payouts");
  if (lease === null || bot === undefined) throw new Error("the stage has no lease or no bot");
  await owner`update leases set expires_at = expires_at + interval '10 years' where name = 'payouts'`;
  const toDollars = () => Promise.resolve(cents(0n));
  return {
    ...{ test, owner, rail, colleagues, stranger, lease, now },
    botId: bot.id,
    isUsed: true,
    hoursPassed: () => hours,
    async passHours(more) {
      hours += more;
      await owner`update drill_clock set ahead = make_interval(hours => ${hours})`;
    },
    payouts: {
      ...{ sql: test.sql, door: test.door, now, toDollars },
      rails: [rail.payoutRail],
      dailyLimit: undefined,
      timing: defaultTiming,
    },
    async close() {
      await owner.end();
      await test.close();
    },
  };
}

/** Everything that sequences share is as it was, and new people have what the seed gives them. */
export async function setScene(stage: Stage, cast: Cast, draw: Draw): Promise<Scene> {
  if (stage.isUsed) await resetShared(stage);
  const scene = describeScene(stage, cast);
  stage.isUsed = false;
  await Promise.all([prepareAccomplice(scene, draw), prepareVictim(scene, draw)]);
  return scene;
}

async function resetShared({ owner, stranger, colleagues, passHours, hoursPassed }: Stage): Promise<void> {
  await passHours(-hoursPassed());
  const ids = colleagues.map(({ userId }) => userId);
  await owner.begin(async (tx) => {
    // Rows that are only appended, and a test's own database.
    await tx.unsafe(`set local session_replication_role = replica;
      delete from local_rate_proposals; delete from local_rates; delete from payout_rail_stops; delete from bot_pauses`);
    await tx`
      insert into local_rates (currency, rate, source, set_by, confirmed_by, set_at, is_anchor)
      values (${CURRENCY}, ${String(ANCHOR)}, 'Central bank', ${ids[0]}, ${ids[1]}, real_clock() - interval '1 minute', true)`;
    await tx`update users set is_admin = false where id = ${stranger.userId} and is_admin`;
    await tx`
      delete from appointments
      where confirmed_at is null or administrator_id = any(${[...ids, stranger.userId]}::uuid[])`;
    await tx`
      insert into appointments (administrator_id, role, asked_at, confirmed_at)
      select id, 'full', real_clock() - interval '40 days', real_clock() - interval '40 days' from unnest(${ids}::uuid[]) id`;
    await tx`
      update users set is_admin = true, admin_role = 'full'
      where id = any(${ids}::uuid[]) and not (is_admin and admin_role = 'full')`;
  });
}

const toMpesa = (amount: string, phoneNumber: string): object => ({
  ...{ amount, withdrawalType: "mpesa", country: "Kenya", phoneNumber },
});

/** In a third of scenes a payment that was made and whose answer was lost; a deposit that was asked for in half of them. */
async function prepareAccomplice(scene: Scene, draw: Draw): Promise<void> {
  const { accomplice, stage } = scene;
  if (draw.happens(50)) {
    const asked = { amount: String(LIMIT_DOLLARS), currency: "USDT", network: "TRC20" };
    ok(await accomplice.call("POST", "/api/user/deposits", asked));
  }
  if (!draw.happens(33)) return;
  const amount = String(LIMIT_DOLLARS + draw.pick([500, 500, -200]));
  const body = toMpesa(amount, `+2547${draw.text("0123456789", 7)}1`);
  const withdrawal = ok(await accomplice.call("POST", "/api/user/withdrawals", body)).body as WithdrawalRow;
  const [first, second] = stage.colleagues;
  const path = `/api/admin/withdrawals/${withdrawal.id}`;
  const seen = { amount: withdrawal.amount, destination: formatDestination(withdrawal) };
  ok(await first!.call("POST", `${path}/confirm`, seen));
  ok(await second!.call("POST", `${path}/approve`, { status: "completed" }));
  scene.hasPayouts = true;
  await workPayouts(scene);
}

/** A request over the rail that one person may pay, or a larger one to a bank. */
async function prepareVictim({ victim }: Scene, draw: Draw): Promise<void> {
  const bank = { withdrawalType: "bank", country: "Kenya", bankName: "KCB", accountName: "Baraka Otieno" };
  const body = draw.happens(60)
    ? toMpesa("400", `+2547${draw.text("0123456789", 7)}2`)
    : { ...bank, amount: "3000", destinationAddress: "0123456789" };
  ok(await victim.call("POST", "/api/user/withdrawals", body));
}

/** Lets the payout worker take each payment of the scene as far as it goes now. */
export async function workPayouts({ stage, listIds, hasPayouts }: Scene): Promise<void> {
  if (!hasPayouts) return;
  const OPEN = `payouts where state in ('approved', 'sent', 'unknown') and next_at <= now()
    and withdrawal_id in (select id from withdrawals where user_id = any(people)) order by approved_at`;
  for (const id of await listIds(OPEN)) await advancePayout(stage.payouts, stage.lease, id);
}

function describeScene(stage: Stage, people: Pick<Scene, "crew" | "insiders" | "accomplice" | "victim">): Scene {
  const { owner } = stage;
  const { accomplice, victim, insiders } = people;
  const account = `Drill ${randomUUID().slice(0, 8)}`;
  const arrayOf = (clients: readonly TestClient[]): string =>
    `any('{${clients.map(({ userId }) => userId).join()}}'::uuid[])`;
  const withPeople = (text: string): string =>
    text
      .replaceAll("= helper", `= '${accomplice.userId}'`)
      .replaceAll("any(people)", arrayOf([accomplice, victim]))
      .replaceAll("any(insiders)", arrayOf(insiders));
  const listRows = async <Row extends object>(rows: string): Promise<Row[]> => {
    const found = (await owner.unsafe(`select * from ${withPeople(rows)}`)) as Record<string, unknown>[];
    return found.map(
      (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [toCamel(name), value])) as Row,
    );
  };
  return {
    ...people,
    stage,
    stranger: stage.stranger,
    own: new Map([
      [accomplice.userId, ACCOMPLICE_CENTS],
      [victim.userId, VICTIM_CENTS],
    ]),
    hasPayouts: false,
    botId: stage.botId,
    rail: RAIL,
    account,
    limitDollars: LIMIT_DOLLARS,
    now: stage.now,
    listRows,
    listIds: async (rows) => (await listRows<{ id: string }>(rows)).map(({ id }) => String(id)),
    async readBalance(userId) {
      const [row] = await owner<{ balance: number }[]>`
        select coalesce(sum(balance), 0)::float8 as balance from ledger_accounts
        where user_id = ${userId} and code ~ 'deposit_funds|profit_funds'`;
      return row?.balance ?? 0;
    },
    async readHoldEnd(withdrawalId) {
      const [row] = await owner<{ endsAt: string | null }[]>`
        select withdrawal_hold(user_id, clock_timestamp()) ->> 'endsAt' as "endsAt" from withdrawals where id = ${withdrawalId}`;
      return row?.endsAt ? new Date(row.endsAt).toISOString() : stage.now().toISOString();
    },
    async readRate() {
      const [row] = await owner<
        { rate: string }[]
      >`select trim_scale(rate)::text as rate from local_rate_in_force(${CURRENCY})`;
      return row?.rate ?? "1";
    },
    pickColleague: (draw) => draw.pick(stage.colleagues.slice(2)).userId,
    pickDifference: (draw) => pickDifference(stage, account, draw),
  };
}

const toCamel = (name: string): string => name.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());

async function pickDifference({ test }: Stage, account: string, draw: Draw): ReturnType<Scene["pickDifference"]> {
  // Sessions end when time passes.
  await test.signInAdmin();
  const answer = ok(await test.admin.call("GET", "/api/admin/rail-statements"));
  const { differences } = answer.body as AnswerOf<typeof getRailStatements>;
  const own = differences.filter((each) => each.account === account);
  const picked = own.length > 0 ? draw.pick(own) : undefined;
  return {
    key: picked?.key ?? "nothing",
    kind:
      picked && picked.choices.length > 0 ? draw.pick(picked.choices.filter((each) => each !== "charge")) : "explain",
    candidate: picked?.candidates[0]?.id,
  };
}
