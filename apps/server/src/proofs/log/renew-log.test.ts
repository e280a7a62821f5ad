import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkLeaves, openCheckpoint, parseKey, readWholeLog, toBase64, type ReadTile } from "@wazi/proofs";
import { describeRenewals } from "@wazi/proofs/renewals";
import type { LogStatus } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { createFakeWallet } from "../../bank/reserves/fake-wallet.ts";
import { makeReserveMessage, recordSignature } from "../../bank/reserves/record-reserves.ts";
import { takeReserves, type ReserveChain } from "../../bank/reserves/take-reserves.ts";
import { takeSnapshot } from "../liabilities/take-snapshot.ts";
import { checkDatabase } from "./check-database.ts";
import type { LogSigner } from "./log-signer.ts";
import { renewLog } from "./renew-log.ts";
import { runLog, updateLog } from "./run-log.ts";
import { LogRenewed, type Cosign } from "./sign-checkpoint.ts";
import { readLogState, saveStopped } from "../../record/leaves/store.ts";

const REASON = "The disk with the key was lost, and there was no copy.";
const alone: Cosign = (note) => Promise.resolve(note);

describe("a log that is begun anew", () => {
  let app: TestApp;
  let owner: Sql;
  let old: LogSigner;
  let oldCheckpoint: string;
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-renew-"));
  const settings = { dataDir, logKey: undefined, publicOrigin: undefined };
  const read: ReadTile = async (path) => {
    const answer = await app.app.inject({ method: "GET", url: `/log/${path}` });
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    return new Uint8Array(answer.rawPayload);
  };
  const readText = async (path: string): Promise<string> => Buffer.from(await read(path)).toString("utf8");

  beforeAll(async () => {
    app = await startTestApp();
    owner = openPool(app.database.url, { max: 1, role: null });
    old = await openOwnSigner(app.sql, { dataDir });
    await app.funded("100.00");
    await updateLog(app.sql, old, alone);
    oldCheckpoint = await readText("checkpoint");
  });
  afterAll(async () => {
    await owner.end();
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("is refused while the key is there and the log runs", async () => {
    await expect(renewLog(app.sql, settings, REASON)).rejects.toThrow("no reason to begin it anew");
    const logKey = toBase64(old.secret);
    await expect(renewLog(app.sql, { ...settings, logKey }, REASON)).rejects.toThrow("no reason to begin it anew");
    expect((await readLogState(app.sql))?.publicKey).toBe(old.publicKey);
  });

  it("goes on with another key and all leaves, and names the old key, its last checkpoint and the reason", async () => {
    unlinkSync(join(dataDir, "keys", "log.key"));
    const renewal = await renewLog(app.sql, settings, REASON);
    const { size: oldSize } = openCheckpoint(oldCheckpoint, parseKey(old.publicKey));
    expect(renewal).toMatchObject({ oldKey: old.publicKey, oldSize, isWhole: true });
    const key = (await readText("key")).trim();
    expect([key, key === old.publicKey]).toEqual([renewal.newKey, false]);
    const checkpoint = openCheckpoint(await readText("checkpoint"), parseKey(key));
    // The old checkpoint is still one of this log.
    const leaves = await readWholeLog(checkpoint, read, openCheckpoint(oldCheckpoint, parseKey(old.publicKey)));
    expect(leaves.slice(oldSize).map((leaf) => (JSON.parse(leaf) as { type: string }).type)).toEqual([
      "renewal",
      "audit",
    ]);
    const [sentence, ...others] = describeRenewals(leaves);
    expect(others).toEqual([]);
    expect(sentence).toContain(REASON);
    expect(sentence).toContain(`It has all ${oldSize} leaves of the log before, whose key was ${old.publicKey}.`);
    const logged = { index: 0, leaf: leaves[0] ?? "" };
    await checkLeaves({ checkpoint: await readText("checkpoint"), leaves: [logged], tiles: {} }, key, read);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("log-checkpoint."))).toHaveLength(1);
  });

  it("is shown by the status, a bot's record and npm run verify, which takes checkpoints of both keys", async () => {
    const status = (await app.visitor().call("GET", "/api/public/log")).body as LogStatus;
    expect(status.renewals).toMatchObject([{ reason: REASON, oldKey: old.publicKey }]);
    const [bot] = (await app.visitor().call("GET", "/api/bots")).body as { id: string }[];
    expect((await app.visitor().call("GET", `/api/bots/${bot?.id}/record`)).text).toContain("renewal");
    for (const note of [readFileSync(join(dataDir, "log-checkpoint"), "utf8"), oldCheckpoint]) {
      const { problems, renewals } = await checkDatabase(owner, note);
      expect(problems).toEqual([]);
      expect(renewals).toEqual([expect.stringContaining(`(${REASON}); it has all`)]);
    }
    const [entry] = await app.sql<{ after: object }[]>`select after from audit_log where action = 'log.renew'`;
    expect(entry?.after).toMatchObject({ reason: REASON, isWhole: true });
  });

  it("is not signed by a process that still has the old key", async () => {
    const said: string[] = [];
    const log = runLog(
      { sql: app.sql, signer: old, cosign: alone },
      { warn: () => undefined, error: (text: unknown) => said.push(String(text)) },
    );
    while (said.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await log.stop();
    expect(said[0]).toContain("restart this process");
    await expect(updateLog(app.sql, old, alone)).rejects.toThrow(LogRenewed);
    expect((await readLogState(app.sql))?.stopped).toBeNull();
  });

  it("needs the addresses of the reserves to be signed again, because their messages name the key", async () => {
    const now = (): Date => new Date();
    const deps = { sql: app.sql, now, isTest: false };
    const wallet = createFakeWallet();
    const balances = [[{ currency: "USD", amount: "5" }]];
    const chain: ReserveChain = {
      network: "ERC20",
      readBalances: () => Promise.resolve({ block: { height: 1, hash: "0x" }, balances }),
    };
    const signedOn = now().toISOString().slice(0, 10);
    const sign = async (): Promise<void> => {
      const signature = wallet.sign(await makeReserveMessage(deps, wallet.address));
      await recordSignature(deps, { address: wallet.address, signedOn, signature });
    };
    await sign();
    const before = (await readLogState(app.sql))?.publicKey ?? "";
    unlinkSync(join(dataDir, "keys", "log.key"));
    await renewLog(app.sql, settings, REASON);
    expect((await readLogState(app.sql))?.publicKey).not.toBe(before);
    await takeSnapshot({ sql: app.sql, now, computeLosingPct: () => Promise.resolve(null) });
    const findRate = (): Promise<string> => Promise.resolve("1");
    await takeReserves({ sql: app.sql, now, isPaper: false, chains: [chain], findRate });
    const [day] = await app.sql<{ document: { addresses: object[] } }[]>`select document from reserve_days`;
    expect(day?.document.addresses).toEqual([]);
  });

  it("says that leaves are lost, after a restored database has stopped the log", async () => {
    const { publicKey } = (await readLogState(app.sql)) ?? { publicKey: "" };
    const signer = await openOwnSigner(app.sql, { dataDir });
    await updateLog(app.sql, signer, alone);
    await owner.begin(async (tx) => {
      await tx.unsafe("set local session_replication_role = replica");
      await tx.unsafe("delete from log_leaves where position >= 3; delete from log_tiles where level > 0");
      await tx.unsafe("update log_tiles set hashes = substr(hashes, 1, 96)");
    });
    await saveStopped(app.sql, "a test");
    const renewal = await renewLog(app.sql, settings, REASON);
    expect(renewal).toMatchObject({ oldKey: publicKey, isWhole: false });
    expect(existsSync(join(dataDir, `keys/log.key.${publicKey.split("+")[1]}`))).toBe(true);
    const checkpoint = openCheckpoint(await readText("checkpoint"), parseKey(renewal.newKey));
    const leaves = await readWholeLog(checkpoint, read);
    expect(describeRenewals(leaves).at(-1)).toContain(`It does NOT have the ${renewal.oldSize} leaves`);
    const { renewals } = await checkDatabase(owner, null);
    expect(renewals.at(-1)).toContain("it does NOT have the");
  });
});
