import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCheckpoint, parseKey, WITNESS_SIGNATURE } from "@wazi/proofs";
import { derivePublicKey, type SignedHead } from "@wazi/proofs/witness";
import { afterAll, describe, expect, it } from "vitest";
import { createWitnessServer } from "../../../../../packages/proofs/src/witness/main.ts";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { createTestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import type { LogSigner } from "./log-signer.ts";
import { updateLog } from "./run-log.ts";
import { LogStopped } from "./sign-checkpoint.ts";
import { readLogState } from "../../record/leaves/store.ts";
import { createCosigner } from "./witnesses.ts";

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** A copy of the installation: its own database and data folder, and the same key. */
async function openInstallation(key: Uint8Array): Promise<{ sql: Sql; signer: LogSigner }> {
  const database = await createTestDatabase();
  const sql = openPool(database.url);
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-witness-"));
  closing.push(
    () => database.drop(),
    () => sql.end(),
    () => rmSync(dataDir, { recursive: true, force: true }),
  );
  const logKey = Buffer.from(key).toString("base64");
  return { sql, signer: await openOwnSigner(sql, { dataDir, logKey, publicOrigin: "https://wazi.example" }) };
}

async function startWitness(logKey: string) {
  const heads = new Map<string, SignedHead>();
  const secret = new Uint8Array(32).fill(9);
  const name = "witness.example/w1";
  const server = createWitnessServer({
    name,
    secret,
    logs: [parseKey(logKey)],
    memory: { load: (origin) => heads.get(origin) ?? null, save: (origin, head) => void heads.set(origin, head) },
    now: () => new Date(),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const key = { name, kind: WITNESS_SIGNATURE, publicKey: derivePublicKey(secret) };
  return { url: `http://127.0.0.1:${port}`, key, heads };
}

const append = (sql: Sql, word: string, count: number): Promise<object[]> =>
  sql`select append_log_leaf('test', null, jsonb_build_object(${word}::text, n)) from generate_series(1, ${count}::int) n`;

describe("a witness of the log", () => {
  it("cosigns what grows, and stops an installation that shows another log", async () => {
    const key = new Uint8Array(32).fill(3);
    const [first, fork] = [await openInstallation(key), await openInstallation(key)];
    const witness = await startWitness(first.signer.publicKey);
    const warnings: string[] = [];
    const warn = (text: string): void => void warnings.push(text);
    const [cosign, cosignFork] = [createCosigner([witness], warn), createCosigner([witness], warn)];
    for (const count of [5, 300]) {
      await append(first.sql, "one", count);
      await updateLog(first.sql, first.signer, cosign);
      const { checkpoint } = (await readLogState(first.sql)) ?? {};
      const { signatures, size } = parseCheckpoint(checkpoint ?? "");
      expect(signatures.map((line) => line.split(" ")[1])).toEqual([first.signer.origin, witness.key.name]);
      expect(witness.heads.get(first.signer.origin)?.size).toBe(size);
    }
    // A restart forgets what the witness has signed, and asks it.
    await append(first.sql, "one", 10);
    await updateLog(first.sql, first.signer, createCosigner([witness], warn));
    expect(parseCheckpoint((await readLogState(first.sql))?.checkpoint ?? "").signatures).toHaveLength(2);
    // The fork has a data folder of its own, so only the witness can know.
    await append(fork.sql, "other", 20);
    await expect(updateLog(fork.sql, fork.signer, cosignFork)).rejects.toThrow(LogStopped);
    await append(fork.sql, "other", 500);
    await expect(updateLog(fork.sql, fork.signer, cosignFork)).rejects.toThrow("has signed another log");
    expect((await readLogState(fork.sql))?.checkpoint).toBeNull();
    expect(warnings).toEqual([]);
  });

  it("does not hold up the log when it does not answer", async () => {
    const { sql, signer } = await openInstallation(new Uint8Array(32).fill(4));
    const witness = await startWitness(signer.publicKey);
    const warnings: string[] = [];
    const cosign = createCosigner([{ ...witness, url: "http://127.0.0.1:9" }], (text) => warnings.push(text));
    await append(sql, "one", 3);
    await updateLog(sql, signer, cosign);
    await updateLog(sql, signer, cosign);
    expect(parseCheckpoint((await readLogState(sql))?.checkpoint ?? "").signatures).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });
});
