import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bot } from "@wazi/contracts";
import { factor, parseNav } from "@wazi/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateSeries, manualReplay, writeSeries } from "../../../../../tests/harness/generated-replay.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { insertJudgement } from "../../investing/retirement/store.ts";
import { startSession } from "../../trader/loop/trading-session.ts";
import { renewLease, takeLease } from "../../platform/jobs/store.ts";
import { takeSnapshot } from "../liabilities/take-snapshot.ts";
import { takeReserves } from "../../bank/reserves/take-reserves.ts";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { stretchBound } from "../../../../../tests/harness/stretch-bound.ts";
import { formatFineReturn } from "../track-records/track-records.ts";
import { recordRules } from "./record-rules.ts";
import { runLog } from "./run-log.ts";

const BARS = 400;
const WITHIN_MS = 5_000;
const FOLDER = mkdtempSync(join(tmpdir(), "wazi-leaves-"));
let test: TestApp;
let bots: Bot[];

/** Each kind of leaf with SQL for the rows that it records: their transaction, and what the leaf is found by. */
const recorded: Readonly<Record<string, string>> = {
  registration: "select xmin, bot_name as subject, parameters_hash as part from strategy_registrations",
  opening: "select xmin, null as subject, opening_id::text as part from logged_openings",
  trade: "select xmin, bot_id::text as subject, opening_id::text as part from bot_trades",
  interest: "select xmin, bot_id::text as subject, day::text as part from pool_interest",
  judgement: "select xmin, bot_id::text as subject, to_char(month, 'YYYY-MM') as part from bot_judgements",
  appointment: "select xmin, id::text as subject, role as part from appointments where confirmed_at is not null",
  pause: "select xmin, bot_id::text as subject, 'isPaused' as part from bot_pauses",
  fees: "select xmin, null as subject, 'packages' as part from logged_documents where kind = 'fees'",
  terms: "select xmin, null as subject, 'version' as part from logged_documents where kind = 'terms'",
  bots: "select xmin, null as subject, 'unprovenBots' as part from logged_documents where kind = 'bots'",
  // The administrator's sign-in and what follows; later changes of a row, such as an erased text, give it another transaction.
  audit: "select xmin, id::text as subject, 'kept' as part from audit_log",
  liabilities: "select xmin, day::text as subject, root as part from liability_days",
  "losing-accounts": "select xmin, day::text as subject, 'losingPct' as part from liability_days",
  reserves: "select xmin, day::text as subject, 'coveragePct' as part from reserve_days",
};

beforeAll(async () => {
  writeSeries(FOLDER, BARS);
  test = await startTestApp(undefined, undefined, { MARKET_FEED: `replay:${FOLDER}` });
  bots = (await test.visitor().call("GET", "/api/bots")).body as Bot[];
  await recordRules(test.sql, { mode: "live", unprovenBots: "open", profitShareAbove: "nothing" });
  await trade();
  const investor = await test.funded("500.00");
  const paused = await test.admin.call("POST", `/api/admin/bots/${bots[0]?.id}/pause`, { reason: "A test." });
  expect(paused.status, paused.text).toBeLessThan(300);
  const [newest] = await test.sql<
    { hash: string }[]
  >`select record_hash as hash from bot_evidence order by id desc limit 1`;
  await insertJudgement(test.sql, {
    botId: bots[0]?.id ?? "",
    months: 0,
    month: "2026-11-01",
    recordHash: newest?.hash ?? "",
    nav: "1",
    series: 1,
    ...{ curveMean: "0.003", curveWidth: "0.05", billReturn: null, excessSum: "0", bound: null, closes: false },
  });
  await takeSnapshot({ sql: test.sql, now: () => new Date(), computeLosingPct: () => Promise.resolve(40) });
  const none = () => Promise.resolve(null);
  await takeReserves({ sql: test.sql, now: () => new Date(), isPaper: true, chains: [], findRate: none });
  const month = new Date().toISOString().slice(0, 7);
  expect((await investor.call("GET", `/api/user/statement.pdf?month=${month}`)).status).toBe(200);
});
afterAll(async () => {
  await test.close();
  rmSync(FOLDER, { recursive: true, force: true });
});

/** Plays prices until a bot has opened and closed trades, as the trader does. */
async function trade(): Promise<void> {
  const { sql, door } = test;
  const lease = await takeLease(sql, "trader", true);
  if (!lease) throw new Error("no lease");
  const replay = manualReplay(generateSeries(BARS), 0);
  const common = { sql, door, now: () => new Date(), log: silentLog, maxPriceAgeMs: 5_000, mayEnter: () => true };
  const interest = { name: "fixed:4", findDay: () => ({ gross: factor(120_000_000n), margin: factor(0n) }) };
  const session = await startSession({ ...common, lease, interest }, [replay.feed]);
  for (let bar = 0; bar < BARS; bar += 50) {
    replay.allow(50);
    // A machine with much to do takes longer than the lease holds.
    await renewLease(sql, lease);
    await session.advance(0);
  }
  await session.checkpoint();
}

describe("every leaf of the log", () => {
  it.each(Object.entries(recorded))("%s is written in the commit of what it records", async (kind, rows) => {
    const [counts] = (await test.sql.unsafe(`
      select count(*)::int as rows, count(*) filter (where not exists (
        select from log_outbox o where o.kind = '${kind}' and o.xmin = r.xmin
          and (r.subject is null or o.subject = r.subject) and o.leaf like '%' || r.part || '%'))::int as without
      from (${rows}) r`)) as { rows: number; without: number }[];
    expect(counts?.rows, `rows of ${kind}`).toBeGreaterThan(0);
    expect(counts?.without, `rows of ${kind} without a leaf of the same transaction`).toBe(0);
  });

  it("a trade's leaf shows its opening with the stop, and the opening's leaf hides it", async () => {
    const leaves = await test.sql<{ kind: string; leaf: string }[]>`
      select kind, leaf from log_outbox where kind in ('opening', 'trade')`;
    const byKind = (kind: string) => leaves.filter((each) => each.kind === kind).map(({ leaf }) => leaf);
    expect(byKind("opening").some((leaf) => /stop/i.test(leaf))).toBe(false);
    for (const leaf of byKind("trade")) {
      const { opening } = JSON.parse(leaf) as { opening: string };
      expect(Object.keys(JSON.parse(opening) as object).some((name) => /stop/i.test(name))).toBe(true);
    }
  });

  it("a trade's leaf has the change of the unit price and no amount of money, which would show the pool's size", async () => {
    const leaves = (await test.sql<{ leaf: string }[]>`select leaf from log_outbox where kind = 'trade'`).map(
      ({ leaf }) => JSON.parse(leaf) as Record<string, string>,
    );
    const fields = new Set(leaves.flatMap((leaf) => Object.keys(leaf)));
    expect([...fields].sort().join(" ")).toBe(
      "barTime botId dividends entryBarTime entryPrice executedAt exitPrice exposure feed financing lowestNav navAfter navBefore openedAt opening openingId openingNonce reason returnPct sequence series side symbol type",
    );
    const shown = leaves.map(({ returnPct }) => returnPct);
    const floors = leaves.map(({ navBefore = "", navAfter = "" }) =>
      formatFineReturn(parseNav(navBefore), parseNav(navAfter)),
    );
    expect(shown).toEqual(floors);
    expect(shown.filter((each) => each?.startsWith("-"))).not.toEqual([]);
    expect(await test.sql`select log_return_pct(0, 0) as pct`).toEqual([{ pct: null }]);
  });

  it("a statement's leaf has the code that is printed on it", async () => {
    const [row] = await test.sql<{ leaf: string }[]>`select leaf from log_outbox where kind = 'statement'`;
    const printed = expect.stringMatching(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/) as string;
    expect(JSON.parse(row?.leaf ?? "{}")).toMatchObject({ code: expect.any(String) as string, printed });
  });

  it("is taken back with its commit", async () => {
    const count = async (): Promise<number> => {
      const [row] = await test.sql<{ count: number }[]>`select count(*)::int as count from log_outbox`;
      return row?.count ?? 0;
    };
    const before = await count();
    const undone = test.sql.begin(async (tx) => {
      await tx`insert into audit_log (action, subject_type, subject_id) values ('x.y', 'user', 'z')`;
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await count()).toBe(before);
  });

  it(`is in a signed checkpoint within ${WITHIN_MS / 1_000} seconds`, async () => {
    const settings = { dataDir: test.dataDir };
    const signer = await openOwnSigner(test.sql, settings);
    const started = Date.now();
    const cosign = (note: string): Promise<string> => Promise.resolve(note);
    const log = runLog({ sql: test.sql, signer, cosign }, { warn: () => undefined, error: () => undefined });
    const waiting = async (): Promise<boolean> => {
      const rows =
        await test.sql`select 1 as one from log_outbox union all select 1 from log_state where checkpoint is null`;
      return rows.length > 0;
    };
    while (await waiting()) {
      if (Date.now() - started > stretchBound(WITHIN_MS)) throw new Error("not within 5 seconds");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await log.stop();
    const kinds = await test.sql<{ kind: string }[]>`select distinct kind from log_leaves`;
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...Object.keys(recorded), "statement"]));
  });
});
