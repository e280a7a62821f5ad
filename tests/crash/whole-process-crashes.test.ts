import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { findRunningDatabase } from "../../apps/server/src/platform/db/embedded/open-database.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { signUp, signUpForm, type HttpAnswer, type HttpClient } from "../harness/http-client.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { copiedWaziTest } from "../harness/process-test.ts";
import {
  adminOf,
  copyDataDir,
  eventually,
  findDifferences,
  findPostgres,
  linesOf,
  replayEnvironment,
  startWazi,
  type Serving,
} from "../harness/wazi-process.ts";
import { byDepth } from "../harness/test-depth.ts";

/** The bound for warm starts under load. On an idle machine they take about a second. */
const READY_BOUND_MS = 60_000;
const ANSWER_BOUND_MS = 15_000;
const CRASHES = byDepth({ ci: 2, long: 4 });
const REPLAY_CRASHES = byDepth({ ci: 2, long: 3 });
const TRADES_A_ROUND = 6;
const ANSWERS_BEFORE_A_KILL = 20;
const depositForm = { amount: "150.25", currency: "USDT", network: "TRC20" };

const replay = replayEnvironment(20);
const NO_REPLAY = replay ? "" : " (no real prices here)";
const test = copiedWaziTest.extend("templateSettings", { scope: "file" }, () => replay ?? {});

/** Queries the running instance's database as superuser. */
async function query<T extends object>(dataDir: string, statement: string): Promise<T[]> {
  const sql = openPool(findRunningDatabase(dataDir) ?? "", { max: 1, role: null });
  try {
    return (await sql.unsafe(statement)) as T[];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function latestPrices(serving: Serving): Promise<string> {
  const answer = await serving.client().call("GET", "/api/market/prices");
  return answer.status === 200 ? answer.text : "";
}

async function expectMovingPrices(serving: Serving): Promise<void> {
  const before = await latestPrices(serving);
  await eventually(async () => ![before, ""].includes(await latestPrices(serving)));
}

/** An investor that works until the process dies, and what the server has acknowledged. */
interface Investor {
  email: string;
  isSignedUp: boolean;
  depositId?: string;
  isApproved: boolean;
}

async function keepInvesting(serving: Serving, admin: HttpClient, notes: Investor[]): Promise<void> {
  for (;;) {
    const client = serving.client();
    const form = signUpForm();
    const investor: Investor = { email: String(form["email"]), isSignedUp: false, isApproved: false };
    notes.push(investor);
    const isDone = async (answer: Promise<HttpAnswer>, status: number): Promise<HttpAnswer> => {
      const { status: actual, text } = await answer;
      if (actual !== status) throw new WrongAnswer(`${actual}: ${text}`);
      return answer;
    };
    try {
      await isDone(client.call("POST", "/api/auth/signup", form), 201);
      investor.isSignedUp = true;
      const deposit = await isDone(client.call("POST", "/api/user/deposits", depositForm), 201);
      investor.depositId = (deposit.body as { id: string }).id;
      const path = `/api/admin/deposits/${investor.depositId}/approve`;
      await isDone(admin.call("POST", path, { status: "completed" }), 200);
      investor.isApproved = true;
    } catch (error) {
      if (error instanceof WrongAnswer) throw error;
      return; // the connection broke: the process is gone
    }
  }
}

class WrongAnswer extends Error {}

interface KeptInvestor {
  email: string;
  id: string;
  depositId: string | null;
  status: string | null;
  depositFunds: string;
}

async function expectNothingLost(dataDir: string, serving: Serving, notes: readonly Investor[]): Promise<void> {
  const admin = await adminOf(serving);
  // An approval without an answer is sent again. It must have happened before or happen now, never twice.
  for (const { depositId, isApproved } of notes) {
    if (depositId === undefined || isApproved) continue;
    const answer = await admin.call("POST", `/api/admin/deposits/${depositId}/approve`, { status: "completed" });
    expect([200, 409]).toContain(answer.status);
  }
  const rows = await query<KeptInvestor>(
    dataDir,
    `select u.email, d.id as "depositId", d.status, a.deposit_funds::text as "depositFunds"
     from users u join accounts a on a.user_id = u.id left join deposits d on d.user_id = u.id where not u.is_admin`,
  );
  const kept = new Map(rows.map((row) => [row.email, row]));
  expect(kept.size).toBe(rows.length);
  for (const { email, isSignedUp, depositId } of notes) {
    const row = kept.get(email);
    if (isSignedUp) expect(row).toBeDefined();
    if (depositId !== undefined) expect(row).toMatchObject({ depositId, status: "completed", depositFunds: "150.25" });
    else if (row) expect(row.depositFunds).toBe("0.00");
  }
}

describe("killing the process", () => {
  test("keeps every acknowledged sign-up and deposit, and restarts quickly", async ({ template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const notes: Investor[] = [];
    const readyAfter: number[] = [];
    let serving = await startWazi(dataDir);
    for (let round = 0; round < CRASHES; round += 1) {
      const admin = await adminOf(serving);
      const before = notes.length;
      const working = Array.from({ length: 4 }, () => keepInvesting(serving, admin, notes));
      await eventually(() => notes.length >= before + 8);
      // oxlint-disable-next-line wazi/no-fixed-sleeps -- each round kills at another moment
      await sleep(round * 37);
      await serving.crash();
      await Promise.all(working);
      expect(findPostgres(dataDir)).toBeDefined();
      serving = await startWazi(dataDir);
      readyAfter.push(serving.readyAfterMs);
      await expectNothingLost(dataDir, serving, notes);
      expect(await findDifferences(dataDir)).toBeNull();
    }
    expect(Math.max(...readyAfter)).toBeLessThan(stretchBound(READY_BOUND_MS));
    const approved = notes.filter(({ isApproved }) => isApproved).length;
    process.stdout.write(
      `${notes.length} sign-ups, ${approved} approvals kept; ready after ${readyAfter.join(", ")} ms\n`,
    );
  });

  test.skipIf(!replay)(
    `makes the same trades on real prices as a run without a crash${NO_REPLAY}`,
    async ({ template }) => {
      const env = { ...replay, REPLAY_SPEED: "400" };
      const [crashed, whole] = [copyDataDir(template.dataDir), copyDataDir(template.dataDir)];
      let serving = await startWazi(crashed, { env });
      for (let round = 0; round < REPLAY_CRASHES; round += 1) {
        const before = await countTrades(crashed);
        await eventually(async () => (await countTrades(crashed)) >= before + TRADES_A_ROUND);
        // oxlint-disable-next-line wazi/no-fixed-sleeps -- each round kills at another moment
        await sleep(round * 53);
        await serving.crash();
        serving = await startWazi(crashed, { env });
      }
      await expectMovingPrices(serving);
      expect(await findDifferences(crashed)).toBeNull();
      const actual = await tradesByBot(crashed);
      await serving.stop();

      // Compares bot by bot, because the order between bots differs from run to run.
      await startWazi(whole, { env });
      await eventually(async () => {
        const reached = await tradesByBot(whole);
        return [...actual].every(([bot, trades]) => (reached.get(bot)?.length ?? 0) >= trades.length);
      });
      const expected = await tradesByBot(whole);
      for (const [bot, trades] of actual) expect(trades).toEqual(expected.get(bot)?.slice(0, trades.length));
      expect([...actual.values()].flat().length).toBeGreaterThanOrEqual(REPLAY_CRASHES * TRADES_A_ROUND);
    },
  );
});

async function countTrades(dataDir: string): Promise<number> {
  const [row] = await query<{ trades: number }>(dataDir, "select count(*)::int as trades from bot_trades");
  return row?.trades ?? 0;
}

/** Reads what the prices determine of each bot's trades. */
async function tradesByBot(dataDir: string): Promise<Map<string, string[]>> {
  const rows = await query<{ name: string; trades: string[] }>(
    dataDir,
    `select b.name, array_agg(concat_ws(' ', t.sequence, t.symbol, t.side, t.exposure, t.entry_price, t.exit_price,
       extract(epoch from t.entry_bar_time), extract(epoch from t.bar_time), t.reason, t.nav_before, t.nav_after)
       order by t.sequence) as trades
     from bot_trades t join trading_bots b on b.id = t.bot_id group by b.name`,
  );
  return new Map(rows.map(({ name, trades }) => [name, trades]));
}

describe("killing the embedded PostgreSQL", () => {
  test(`answers running requests with 503, lets none hang, and recovers${NO_REPLAY}`, async ({ template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const serving = await startWazi(dataDir, { env: replay ?? {} });
    const admin = await adminOf(serving);
    const answers: HttpAnswer[] = [];
    let isOver = false;
    const ask = async (next: () => Promise<HttpAnswer>): Promise<void> => {
      while (!isOver) answers.push(await next());
    };
    const investor = serving.client();
    await signUp(investor);
    const working = [
      ask(() => investor.call("GET", "/api/user")),
      ask(() => serving.client().call("GET", "/api/market/prices")),
      ask(() => investor.call("POST", "/api/user/deposits", depositForm)),
      ask(() => serving.client().call("POST", "/api/auth/signup", signUpForm())),
      ask(() => admin.call("GET", "/api/admin/deposits")),
      ask(() => serving.client().call("GET", "/readyz")),
    ];
    const killPostgres = async (): Promise<void> => {
      const killed = findPostgres(dataDir) ?? 0;
      process.kill(killed, "SIGKILL");
      await eventually(() => ![undefined, killed].includes(findPostgres(dataDir)));
    };
    for (let round = 0; round < 2; round += 1) {
      const before = answers.length;
      await eventually(() => answers.length > before + ANSWERS_BEFORE_A_KILL);
      await killPostgres();
      // In the second round it is killed again while it recovers.
      if (round === 1) await killPostgres();
      await eventually(async () => (await serving.client().call("GET", "/readyz")).status === 200);
    }
    isOver = true;
    await Promise.all(working);
    const refused = answers.filter(({ status }) => status === 503);
    // 409 is the second deposit while the first one is pending.
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201, 409, 503].includes(status))).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 503]));
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: "BUSY" });
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    const slowestMs = Math.max(...answers.map(({ afterMs }) => afterMs));
    expect(slowestMs).toBeLessThan(stretchBound(ANSWER_BOUND_MS));
    await expectMovingPrices(serving);
    expect(await findDifferences(dataDir)).toBeNull();
    expect(await serving.stop()).toMatchObject({ code: 0 });
    process.stdout.write(
      `${answers.length} answers, ${refused.length} of them 503, the slowest after ${slowestMs} ms\n`,
    );
  });

  test("makes the process exit with one line when it happens again and again", async ({ template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const serving = await startWazi(dataDir, { env: { ...replay, LOG_LEVEL: "silent" } });
    let isOver = false;
    const exited = serving.exited.finally(() => (isOver = true));
    while (!isOver) {
      const pid = findPostgres(dataDir);
      if (pid !== undefined) killIfThere(pid);
      await sleep(100);
    }
    expect(await exited).toEqual({ code: 1, signal: null });
    expect(linesOf(serving.stderr())).toEqual([expect.stringMatching(/^The embedded PostgreSQL /)]);
    expect(findPostgres(dataDir)).toBeUndefined();
  });

  test("does not delay a SIGTERM that follows, and leaves no process running", async ({ template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const serving = await startWazi(dataDir, { env: replay ?? {} });
    killIfThere(findPostgres(dataDir) ?? 0);
    const { code, afterMs } = await serving.stop();
    expect(code).toBe(0);
    expect(afterMs).toBeLessThan(stretchBound(READY_BOUND_MS));
    expect(findPostgres(dataDir)).toBeUndefined();
    const next = await startWazi(dataDir, { env: replay ?? {} });
    await expectMovingPrices(next);
  });
});

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has already exited
  }
}
