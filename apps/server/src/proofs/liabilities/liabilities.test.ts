import { execFileSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  checkBalance,
  checkLeaves,
  checkRecord,
  LogTree,
  type BalanceProof,
  type BotRecord,
  type LiabilitiesLeaf,
  type LoggedLeaves,
  type ReadTile,
} from "@wazi/proofs";
import {
  administratorActs,
  type BalanceProofAnswer,
  type Bot,
  type LogStatus,
  type PublicStatus,
} from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import type { LogSigner } from "../log/log-signer.ts";
import { updateLog } from "../log/run-log.ts";
import { appendLeaf } from "../../record/leaves/store.ts";
import { joinLevels, NODE_BYTES, placeLeaves, splitBalance, type OwedAccount, type SumTree } from "./build-sum-tree.ts";
import { takeSnapshot } from "./take-snapshot.ts";

const SECOND_CHECKER = fileURLToPath(new URL("../../../../../tests/harness/second-checker.py", import.meta.url));
const DIGEST_BYTES = 32;
const ROUNDS = 100;

interface MadeTree {
  accounts: OwedAccount[];
  tree: SumTree;
  logged: LiabilitiesLeaf;
}

async function makeTree(count: number, snapshot: bigint, accounts?: OwedAccount[]): Promise<MadeTree> {
  const owing =
    accounts ??
    Array.from({ length: count }, (_, index) => {
      return { account: BigInt(index + 1), nonce: randomBytes(32), owed: BigInt(randomInt(2, 1_000_000)) };
    });
  const placed = await placeLeaves(owing, snapshot);
  const tree: SumTree = { ...(await joinLevels(placed.leaves)), leavesOf: placed.leavesOf };
  const leaves = String((tree.levels[0]?.length ?? 0) / NODE_BYTES);
  const [day, total, root] = [`2026-11-${String(snapshot).padStart(2, "0")}`, String(tree.total), tree.root];
  const logged = { type: "liabilities", day, snapshot: String(snapshot), root, total, leaves };
  return { accounts: owing, tree, logged };
}

/** The proof that the operator would give an account: `leaves` may be another account's. */
function prove(
  { accounts, tree, logged }: MadeTree,
  number: number,
  leaves = tree.leavesOf[number] ?? [],
): BalanceProof {
  const { account, nonce } = accounts[number] ?? { account: 0n, nonce: new Uint8Array() };
  return {
    day: logged.day,
    snapshot: logged.snapshot,
    account: String(account),
    nonce: Buffer.from(nonce).toString("base64"),
    available: String(leaves.reduce((sum, { value }) => sum + value, 0n)),
    inPositions: "0",
    held: "0",
    leaves: leaves.map(({ index, value }) => {
      const path = tree.levels.slice(0, -1).map((level, height) => {
        const at = (Math.floor(index / 2 ** height) ^ 1) * NODE_BYTES;
        const digest = level.subarray(at, at + DIGEST_BYTES).toString("base64");
        return { digest, value: String(level.readBigUInt64LE(at + DIGEST_BYTES)) };
      });
      return { index: String(index), value: String(value), path };
    }),
  };
}

describe("the tree of all balances", () => {
  it("has every balance, and each account can follow its own to the root", async () => {
    for (const count of [0, 1, 2, 5, 33]) {
      const made = await makeTree(count, 3n);
      expect(made.tree.total).toBe(made.accounts.reduce((sum, { owed }) => sum + owed, 0n));
      made.accounts.forEach((_account, number) => checkBalance(prove(made, number), made.logged));
    }
  });

  it("splits each balance in two parts of at least one cent", () => {
    expect([splitBalance(0n), splitBalance(-5n), splitBalance(1n)]).toEqual([[], [], [1n]]);
    for (let count = 0; count < 200; count += 1) {
      const owed = BigInt(randomInt(2, 50));
      const parts = splitBalance(owed);
      expect(parts).toHaveLength(2);
      expect(parts.every((part) => part > 0n)).toBe(true);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(owed);
    }
  });

  it("finds each kind of tampering 100 of 100 times", async () => {
    const found = { omitted: 0, negative: 0, swapped: 0, wrongDay: 0 };
    const isFound = (proof: BalanceProof, logged: LiabilitiesLeaf, says: RegExp): number => {
      expect(() => checkBalance(proof, logged)).toThrow(says);
      return 1;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const made = await makeTree(40, 7n);
      const victim = randomInt(40);
      // The operator leaves the account out, and shows it another account's leaves.
      const without = await makeTree(
        0,
        7n,
        made.accounts.filter((_account, number) => number !== victim),
      );
      const borrowed = without.tree.leavesOf[randomInt(39)] ?? [];
      const shown = prove({ ...without, accounts: made.accounts }, victim, borrowed);
      found.omitted += isFound(shown, without.logged, /does not end at the published root/);
      // A negative balance beside the account lowers the total.
      const negative = prove(made, victim);
      const beside = negative.leaves[randomInt(2)]?.path[randomInt(5)];
      if (beside) beside.value = String(BigInt(beside.value) - 2_000_000_000n);
      found.negative += isFound(negative, made.logged, /negative or not a number/);
      // Two sums of a way change places, which leaves its total the same.
      const swapped = prove(made, victim);
      const path = swapped.leaves[0]?.path ?? [];
      const [one, other] = [path[0], path.slice(1).find(({ value }) => value !== path[0]?.value)];
      if (one && other) [one.value, other.value] = [other.value, one.value];
      found.swapped += isFound(swapped, made.logged, /does not end at the published root/);
      // Yesterday's proof for today's total.
      const today = await makeTree(0, 8n, made.accounts);
      const old = prove(made, victim);
      const relabelled = { ...old, day: today.logged.day, snapshot: today.logged.snapshot };
      isFound(old, today.logged, /of another day/);
      found.wrongDay += isFound(relabelled, today.logged, /does not end|not a leaf/);
    }
    expect(found).toEqual({ omitted: ROUNDS, negative: ROUNDS, swapped: ROUNDS, wrongDay: ROUNDS });
  });
});

describe("the daily snapshot", () => {
  let app: TestApp;
  let signer: LogSigner;
  let investor: TestClient;
  let bot: Bot;
  let other: Bot;
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-liabilities-"));
  const read: ReadTile = async (path) => {
    const answer = await app.app.inject({ method: "GET", url: `/log/${path}` });
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    return new Uint8Array(answer.rawPayload);
  };

  const snapshot = (day: string, losing: number | null = null): Promise<boolean> =>
    takeSnapshot({
      sql: app.sql,
      now: () => new Date(`${day}T00:00:10Z`),
      computeLosingPct: () => Promise.resolve(losing),
    });

  const update = (): Promise<void> => updateLog(app.sql, signer, (note) => Promise.resolve(note));

  /** The file that the page offers: everything that was read for the check. */
  async function makeBalanceFile({
    proof,
    logged,
  }: BalanceProofAnswer): Promise<LoggedLeaves & { proof: BalanceProof }> {
    const checkpoint = Buffer.from(await read("checkpoint")).toString("utf8");
    const tiles: Record<string, string> = {};
    const recording: ReadTile = async (path) => {
      const tile = await read(path);
      tiles[path] = Buffer.from(tile).toString("base64");
      return tile;
    };
    const file = { format: "wazi-balance-1", proof, checkpoint, leaves: [logged], tiles };
    await checkLeaves(file, signer.publicKey, recording);
    return file;
  }

  function askSecondChecker(files: readonly object[]): string[] {
    const input = JSON.stringify({ key: signer.publicKey, files });
    return JSON.parse(execFileSync("python3", [SECOND_CHECKER], { input, encoding: "utf8" })) as string[];
  }

  beforeAll(async () => {
    app = await startTestApp();
    signer = await openOwnSigner(app.sql, { dataDir });
    investor = await app.funded("1500.00");
    const bots = (await investor.call("GET", "/api/bots")).body as Bot[];
    const [first, second] = bots;
    if (!first || !second) throw new Error("no bots");
    [bot, other] = [first, second];
    const joined = { botId: bot.id, allocatedAmount: "400.00" };
    expect((await investor.call("POST", "/api/user/bots/activate", joined)).status).toBe(200);
    await app.funded("175.50");
    expect(await snapshot("2026-11-23", 61.5)).toBe(true);
    await update();
  });
  afterAll(async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await app.close();
  });

  it("is taken once a day, with what the platform owes", async () => {
    expect(await snapshot("2026-11-23")).toBe(false);
    const [day] = await app.sql<{ total: bigint }[]>`select total from liability_days`;
    const [owed] = await app.sql<{ cents: bigint }[]>`
      select (sum(balance) * 100)::bigint + (select coalesce(sum(floor(units * 100)), 0)::bigint from positions) as cents
      from ledger_accounts where user_id is not null`;
    expect(day?.total).toBe(owed?.cents);
    const leaves = await app.sql<{ leaf: string }[]>`
      select leaf from log_leaves where kind in ('liabilities', 'losing-accounts') order by kind`;
    expect(leaves).toHaveLength(2);
    expect(leaves[1]?.leaf).toContain("61.5");
  });

  it("lets an investor follow the own balance into the published log", async () => {
    const answer = await investor.call("GET", "/api/user/balance-proof");
    expect(answer.status).toBe(200);
    const { proof, logged } = answer.body as BalanceProofAnswer;
    const sum = BigInt(proof.available) + BigInt(proof.inPositions) + BigInt(proof.held);
    expect(sum).toBe(150_000n);
    checkBalance(proof, JSON.parse(logged.leaf) as LiabilitiesLeaf);
    await makeBalanceFile(answer.body);
    const late = await app.signUp();
    expect((await late.call("GET", "/api/user/balance-proof")).status).toBe(404);
    expect((await app.visitor().call("GET", "/api/user/balance-proof")).status).toBe(401);
  });

  it("agrees with the second checker about a balance, and about every change of it", async () => {
    const file = await makeBalanceFile((await investor.call("GET", "/api/user/balance-proof")).body);
    const changed = (change: (copy: typeof file) => void): typeof file => {
      const copy = structuredClone(file);
      change(copy);
      return copy;
    };
    const wrong = [
      changed(({ proof }) => (proof.available = String(BigInt(proof.available) + 1n))),
      changed(({ proof }) => (proof.day = "2026-11-22")),
      changed(({ proof }) => (proof.account = "999")),
      changed(({ proof }) => (proof.nonce = Buffer.alloc(32).toString("base64"))),
      changed(({ proof }) => proof.leaves.push(...proof.leaves)),
      changed(({ proof: { leaves } }) => leaves[0]?.path.pop()),
      changed(({ leaves: [first] }) => first && (first.leaf = first.leaf.replace(/"total": "\d/, '"total": "9'))),
      changed(({ leaves: [first] }) => first && (first.index += 1)),
      changed((copy) => (copy.checkpoint = copy.checkpoint.replace(/\n\d+\n/, "\n1\n"))),
    ];
    expect(askSecondChecker([file])).toEqual(["ok"]);
    for (const answer of askSecondChecker(wrong)) expect(answer).toMatch(/^wrong/);
    for (const copy of wrong) {
      const check = async (): Promise<void> => {
        await checkLeaves(copy, signer.publicKey);
        checkBalance(copy.proof, JSON.parse(copy.leaves[0]?.leaf ?? "{}") as LiabilitiesLeaf);
      };
      await expect(check()).rejects.toThrow();
    }
  });

  it("agrees with the second checker about a bot's record", async () => {
    // As version 0.3 logged it, and as it is logged now.
    await appendTrades(bot, [
      ["1.010000000000", { poolGain: "0.00" }],
      ["0.995000000000", { returnPct: "-1.4852" }],
      ["1.020000000000", { returnPct: "2.5125" }],
    ]);
    // Forged: it was 2 %.
    await appendTrades(other, [["1.020000000000", { returnPct: "2.5125" }]]);
    await update();
    const answer = await app.visitor().call("GET", `/api/bots/${bot.id}/record`);
    const record = answer.body as unknown as BotRecord;
    expect(record.figures).toMatchObject({ closedTrades: 3, winRatePct: "66.66", returnPct: "2.00" });
    const said = await checkRecord(record, signer.publicKey);
    expect(said.join("\n")).toContain("Trades 1 to 3 are complete");
    expect(said.join("\n")).toContain("3 openings with their stops were logged before");
    const changed = (change: (copy: BotRecord) => unknown): BotRecord => {
      const copy = structuredClone(record);
      change(copy);
      return copy;
    };
    const isTrade = ({ leaf }: { leaf: string }): boolean => leaf.includes('"type": "trade"');
    const wrong = [
      changed(({ figures }) => (figures["returnPct"] = "20.00")),
      changed(({ figures }) => (figures["maxDrawdownPct"] = "0.00")),
      changed((copy) => copy.leaves.splice(copy.leaves.findIndex(isTrade), 1)),
      changed((copy) => (copy.leaves = copy.leaves.filter(({ leaf }) => !leaf.includes('opening"')))),
      changed((copy) => (copy.leaves = copy.leaves.filter(({ leaf }) => !leaf.includes("registration")))),
      changed(({ leaves }) => leaves.forEach((each) => (each.leaf = each.leaf.replace("0.995", "1.995")))),
      changed((copy) => (copy.tiles = {})),
    ];
    expect(askSecondChecker([record])).toEqual(["ok"]);
    expect(askSecondChecker(wrong).map((each) => each.slice(0, 5))).toEqual(wrong.map(() => "wrong"));
    for (const copy of wrong) await expect(checkRecord(copy, signer.publicKey)).rejects.toThrow();
    const forged = (await app.visitor().call("GET", `/api/bots/${other.id}/record`)).body as unknown as BotRecord;
    expect(askSecondChecker([forged])).toEqual(["wrong: another return"]);
    await expect(checkRecord(forged, signer.publicKey)).rejects.toThrow("another return than its unit prices");
  });

  /** Logs trades as the trader would, one unit price after the other. */
  async function appendTrades(about: Bot, trades: readonly [string, object][]): Promise<void> {
    let navBefore = "1.000000000000";
    for (const [number, [navAfter, gain]] of trades.entries()) {
      const openingId = `${about.id.slice(0, 8)}-0000-4000-8000-00000000000${number}`;
      const opened = { id: openingId, symbol: "X", exposure: "0.5000", stopPrice: 0.9 };
      await app.sql`update pools set open_trades = ${JSON.stringify([opened])}::text::jsonb where bot_id = ${about.id}`;
      const [seal] = await app.sql<{ nonce: string; document: string }[]>`
        select encode(nonce, 'hex') as nonce, document from logged_openings where opening_id = ${openingId}`;
      await appendLeaf(app.sql, "trade", about.id, {
        botId: about.id,
        series: 1,
        sequence: String(number + 1),
        feed: "simulated",
        openedAt: new Date(Date.now() + 1_000).toISOString(),
        executedAt: new Date(Date.now() + 61_000).toISOString(),
        entryBarTime: "2026-11-23T00:00:00.000000Z",
        barTime: "2026-11-23T00:01:00.000000Z",
        navBefore,
        navAfter,
        lowestNav: "0.990000000000",
        ...gain,
        exposure: "0.500000000000",
        openingId,
        opening: seal?.document,
        openingNonce: seal?.nonce,
      });
      navBefore = navAfter;
    }
    await app.sql`update pools set open_trades = '[]' where bot_id = ${about.id}`;
  }

  it("counts what administrators did, and shows each investor the acts about them", async () => {
    await app.admin.call("GET", `/api/admin/users/${investor.userId}`);
    const other = await app.funded("100.00");
    const acts = (await investor.call("GET", "/api/user/administrator-acts")).body as { acts: { action: string }[] };
    const actions = acts.acts.map(({ action }) => action);
    expect(actions).toContain("user.view");
    expect(actions).toContain("deposit.settle");
    const otherOnly = `users.csv?search=${encodeURIComponent(other.email)}`;
    for (const list of ["users.csv", "deposits.csv", "withdrawals.csv", otherOnly, "deposits.csv?status=pending"])
      expect((await app.admin.call("GET", `/api/admin/${list}`)).status).toBe(200);
    const paused = await app.admin.call("POST", `/api/admin/bots/${bot.id}/pause`, { reason: "A test." });
    expect(paused.status).toBe(200);
    const read = async (client: TestClient): Promise<string[]> => {
      const { body } = await client.call("GET", "/api/user/administrator-acts");
      return (body as { acts: { action: string }[] }).acts.map(({ action }) => action);
    };
    // The investor has money in the bot and a deposit, and never asked for a withdrawal.
    expect((await read(investor)).slice(0, 3)).toEqual(["bot.pause", "deposits.export", "users.export"]);
    // Filters left the investor out of a second list, and both out of another one.
    expect((await read(other)).slice(0, 4)).toEqual([
      "users.export",
      "deposits.export",
      "users.export",
      "deposit.settle",
    ]);
    expect(await read(other)).not.toContain("user.view");
    expect(await read(await app.signUp())).toEqual([]);
    const status = (await app.visitor().call("GET", "/api/public/status")).body as PublicStatus;
    expect(status.administratorActs).toContainEqual({ act: "view", count: 1 });
    expect(status.administratorActs).toHaveLength(administratorActs.length);
    const log = (await app.visitor().call("GET", "/api/public/log")).body as LogStatus;
    expect(log).toMatchObject({ publicKey: signer.publicKey, witnesses: [], stopped: null });
  });

  it("reads no more than the tiles that a proof needs", async () => {
    const { logged } = (await investor.call("GET", "/api/user/balance-proof")).body as BalanceProofAnswer;
    const paths: string[] = [];
    const tree = new LogTree(300, (path) => {
      paths.push(path);
      return Promise.resolve(new Uint8Array(8_192));
    });
    await tree.pathOf(logged.index);
    expect(paths.length).toBeLessThanOrEqual(3);
  });

  it("keeps the trees of the newest 7 days, and every root", async () => {
    for (let day = 1; day <= 9; day += 1) expect(await snapshot(`2026-12-0${day}`)).toBe(true);
    const kept = await app.sql<{ days: number; first: string }[]>`
      select count(distinct day)::int as days, min(day)::text as first from liability_accounts
      union all select count(distinct day)::int, min(day)::text from liability_nodes`;
    expect(kept).toEqual([
      { days: 7, first: "2026-12-03" },
      { days: 7, first: "2026-12-03" },
    ]);
    const [roots] = await app.sql<{ count: number }[]>`select count(*)::int as count from liability_days`;
    expect(roots?.count).toBe(10);
  });
});
