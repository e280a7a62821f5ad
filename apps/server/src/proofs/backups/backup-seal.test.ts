import { createHash, randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { derivePublicKey, formatWitnessKey, signNote } from "@wazi/proofs/witness";
import { parseCheckpoint, WITNESS_SIGNATURE } from "@wazi/proofs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { createTestDatabase } from "../../../../../tests/harness/test-database.ts";
import { checkBackup } from "../../office/backup/restore-backup.ts";
import { writeBackup } from "../../office/backup/write-backup.ts";
import { createDocumentKeys } from "../../people/documents/document-keys.ts";
import { formatManifest, type Manifest, readManifest } from "../../platform/backup/backup-format.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { readLogState, saveCheckpoint } from "../../record/leaves/store.ts";
import type { LogSigner } from "../log/log-signer.ts";
import { updateLog } from "../log/run-log.ts";
import { isMonthSigned, openSeal, readOwnBackupKey, sealBackup, signMonth, type Seal } from "./backup-seal.ts";
import { createVerdict, formatVerdict, judgeManifest, judgeRows, type Given } from "./judge-backup.ts";

/** Backups that somebody has edited: with hashes computed again, and with a signature of their own. */

const AMOUNT = "1234.56";
const NOTHING: Given = { keys: [], kept: null, witness: null };
const keys = createDocumentKeys([Buffer.alloc(32, 1)]);
const documents = {
  put: () => Promise.resolve(),
  get: () => Promise.resolve(undefined),
  delete: () => Promise.resolve(),
};
const FOLDER = mkdtempSync(join(tmpdir(), "wazi-seals-"));
const OWN_FOLDER = mkdtempSync(join(tmpdir(), "wazi-seal-key-"));
const own = { dataDir: OWN_FOLDER, backupKey: undefined };
const attacker = { dataDir: FOLDER, backupKey: randomBytes(32).toString("base64") };

let test: TestApp;
let owner: Sql;
let signer: LogSigner;
let backup: string;
/** Kept elsewhere: the seal, and the public key. */
let kept: string;
let key: string;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { max: 1, role: null });
  await test.funded(AMOUNT);
  signer = await openOwnSigner(test.sql, { dataDir: test.dataDir });
  await update();
  const written = await writeBackup(
    {
      ...{ url: test.database.url, documents, waziVersion: "0.0.0", now: () => new Date() },
      seal: (sql, manifest) => sealBackup(sql, manifest, own),
    },
    FOLDER,
  );
  backup = written.folder;
  kept = written.seal;
  key = readOwnBackupKey(own) ?? "";
});
afterAll(async () => {
  await owner.end();
  await test.close();
  for (const each of [FOLDER, OWN_FOLDER]) rmSync(each, { recursive: true, force: true });
});

const update = (): Promise<void> => updateLog(test.sql, signer, (note) => Promise.resolve(note));

/** A copy of the backup with another balance, and every hash computed again. */
async function forge(seal: (own: string, edited: Manifest) => Promise<string> | string): Promise<string> {
  const copy = join(mkdtempSync(`${backup}-copy-`), "backup");
  cpSync(backup, copy, { recursive: true });
  const { manifest } = readManifest(copy);
  const tables = manifest.tables.map((table) => {
    if (table.name !== "ledger_accounts") return table;
    const rows = gunzipSync(readFileSync(join(copy, table.path))).toString("utf8");
    expect(rows).toContain(`\t${AMOUNT}`);
    const bytes = gzipSync(rows.replace(`\t${AMOUNT}`, "\t91234.56"));
    writeFileSync(join(copy, table.path), bytes);
    return { ...table, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  });
  const edited = { ...manifest, tables };
  writeFileSync(join(copy, "backup.json"), formatManifest(edited, await seal(readManifest(copy).seal ?? "", edited)));
  return copy;
}

interface Judged {
  text: string;
  seal: Seal | null;
}

/** Judges the files of a backup as a restore does. */
async function judge(of: string, given: Partial<Given>, isUnsignedAllowed = false): Promise<Judged> {
  const verdict = createVerdict();
  let seal: Seal | null = null;
  await checkBackup(of, keys, (read) => {
    seal = judgeManifest(read, { ...NOTHING, ...given }, { verdict, isUnsignedAllowed });
  });
  return { text: formatVerdict(verdict), seal };
}

/** Judges the rows of the running database against what was kept. */
async function judgeNow(given: Partial<Given>, seal: Seal | null = null): Promise<string> {
  const verdict = createVerdict();
  await judgeRows(owner, seal, { ...NOTHING, ...given }, verdict);
  return formatVerdict(verdict);
}

const DIFFERS =
  /^Not verified: ledger_accounts is not what was signed: another content of its \d+ rows\. Nothing was restored\.$/;

describe("an edited backup with recomputed hashes", () => {
  it("is refused, and the message names what differs", async () => {
    const edited = await forge((seal) => seal);
    for (const given of [{}, { keys: [key] }, { kept }, { keys: [key], kept }])
      await expect(judge(edited, given)).rejects.toThrow(DIFFERS);
  });

  it("and with a signature of another key is refused with a key or a seal that were kept, and is never verified", async () => {
    const edited = await forge((_own, manifest) => sealBackup(owner, manifest, attacker));
    await expect(judge(edited, { keys: [key] })).rejects.toThrow(
      /^It is signed with another key \(wazi\/backup\/.+\) than/,
    );
    await expect(judge(edited, { kept })).rejects.toThrow(DIFFERS);
    expect((await judge(edited, {})).text).toMatch(/^Consistent, not verified: It is signed with its own key \(wazi/);
  });

  it("and without its signature is refused, unless that is asked for", async () => {
    const edited = await forge((seal) => seal);
    const file = join(edited, "backup.json");
    writeFileSync(file, readFileSync(file, "utf8").replace(/^ "seal": .*\n/m, ""));
    await expect(judge(edited, {})).rejects.toThrow(
      /^This backup has no signature\. Backups of versions up to 0\.3\.0 have none; .* add --unsigned\.$/,
    );
    expect((await judge(edited, {}, true)).text).toBe("Consistent, not verified: The backup has no signature.");
    await expect(judge(edited, { kept }, true)).rejects.toThrow(DIFFERS);
  });

  it("and with a damaged signature is refused", async () => {
    const edited = await forge((seal) => seal.replace(/^audit \d+/m, "audit 1"));
    await expect(judge(edited, {})).rejects.toThrow(/^The signature is wrong: the signature of wazi\/backup\//);
  });
});

describe("a backup as it was written", () => {
  it("is verified only with a key and a checkpoint from elsewhere", async () => {
    const { text, seal } = await judge(backup, {});
    expect(text).toMatch(/^Consistent, not verified: It is signed with its own key/);
    expect(seal).not.toBeNull();
    expect(await judgeNow({}, seal)).toBe(
      "Consistent, not verified: It was compared with no checkpoint that was kept elsewhere (--checkpoint).",
    );
    expect((await judge(backup, { keys: [key], kept })).text).toBe(
      "Verified: It is the backup of the kept seal. It is signed with the given key.",
    );
    expect(await judgeNow({ kept }, seal)).toMatch(
      /^Consistent, not verified: The kept seal is signed with its own key/,
    );
    expect(await judgeNow({ keys: [key], kept }, seal)).toMatch(/^Verified: The log begins with the \d+ leaves/);
  });

  it("is compared with a checkpoint of the log and its key, and with a witness", async () => {
    const checkpoint = (await readLogState(test.sql))?.checkpoint ?? "";
    expect(await judgeNow({ kept: checkpoint })).toMatch(
      /^Consistent, not verified: No key of the public log was given/,
    );
    expect(await judgeNow({ kept: checkpoint, keys: [signer.publicKey] })).toMatch(/^Verified: The log begins with/);
    const secret = randomBytes(32);
    const witness = formatWitnessKey("witness.example", derivePublicKey(secret));
    expect(await judgeNow({ witness })).toBe("Not verified: the witness has not signed the log's checkpoint.");
    const { body } = parseCheckpoint(checkpoint);
    const line = signNote(body, { name: "witness.example", kind: WITNESS_SIGNATURE }, secret, 1_796_000_000n);
    await saveCheckpoint(test.sql, `${checkpoint}${line}`);
    expect(await judgeNow({ witness })).toMatch(/^Verified: The witness signed \d+ leaves at 2026-/);
    const empty = await createTestDatabase();
    const other = openPool(empty.url, { max: 1, role: null });
    const verdict = createVerdict();
    await judgeRows(other, null, { ...NOTHING, kept, keys: [key] }, verdict);
    expect(formatVerdict(verdict)).toMatch(/^Consistent, not verified: The kept checkpoint is newer/);
    await expect(judgeRows(other, null, { ...NOTHING, kept: checkpoint }, verdict)).rejects.toThrow("of another log");
    await other.end();
    await empty.drop();
  });

  it("finds leaves and audit entries that were changed in the rows", async () => {
    const { seal } = openSeal(kept, []);
    await owner`alter table log_leaves disable trigger user`;
    await owner`alter table audit_log disable trigger user`;
    const [entry] = await owner<{ id: string; action: string }[]>`
      update audit_log set action = 'user.edited' where id = (select min(id) from audit_log) returning id::text, action`;
    expect(await judgeNow({ kept, keys: [key] }, seal)).toBe(
      `Not verified: audit entry ${entry?.id} was changed after it was logged.`,
    );
    await owner`
      update log_leaves set leaf = replace(leaf, '"audit"', '"AUDIT"')
      where position = (select min(position) from log_leaves where kind = 'audit')`;
    expect(await judgeNow({}, seal)).toMatch(
      /^Not verified: the first \d+ leaves of the public log are not the ones that were signed; the first \d+ audit entries of the log are not/,
    );
    expect(await judgeNow({ kept })).toContain("leaves of the public log are not the ones that were signed");
  });
});

it("a month of the archive is signed for its checksum, with the same key", () => {
  const sha256 = "ab".repeat(32);
  const signature = signMonth(sha256, own);
  expect([isMonthSigned(signature, sha256, [key]), isMonthSigned(signature, sha256, [])]).toEqual([true, false]);
  expect(isMonthSigned(null, sha256, [key])).toBe(false);
  expect(() => isMonthSigned(signature, "cd".repeat(32), [key])).toThrow("of another archive");
  expect(() => isMonthSigned(signMonth(sha256, attacker), sha256, [key])).toThrow("signed with another key");
});
