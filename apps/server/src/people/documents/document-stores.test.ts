import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../platform/base/app-error.ts";
import type { DocumentStore } from "./document-files.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { openDocumentBucket } from "./document-bucket.ts";
import { openDocumentFolder } from "./document-folder.ts";
import { addDocumentKey, getDocumentKeyPath, ensureDocumentKeyFile, readDocumentKeyFile } from "./document-key-file.ts";
import { type FakeObjectStore, startFakeObjectStore } from "./fake-bucket.ts";

const account = {
  bucket: "wazi-documents",
  region: "eu-west-1",
  accessKeyId: "AKIAEXAMPLE",
  secretAccessKey: "secret/+=",
};
let service: FakeObjectStore;
let folder: string;

beforeAll(async () => {
  service = await startFakeObjectStore(account);
  folder = mkdtempSync(join(tmpdir(), "wazi-documents-"));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const bucket = (changes: object = {}): DocumentStore =>
  openDocumentBucket({ ...account, endpoint: service.endpoint, ...changes });

describe.each([
  ["a folder", () => openDocumentFolder(join(folder, "documents"))],
  ["a bucket", () => bucket()],
])("documents in %s", (_name, open) => {
  it("are stored, replaced and deleted", async () => {
    const store = open();
    expect(await store.get("one-front")).toBeUndefined();
    const [first, second] = [randomBytes(700_000), randomBytes(10)];
    await store.put("one-front", first);
    await store.put("two-front", second);
    expect((await store.get("one-front"))?.equals(first)).toBe(true);
    await store.put("one-front", second);
    expect(await open().get("one-front")).toEqual(second);
    await store.delete("one-front");
    await store.delete("one-front");
    expect(await store.get("one-front")).toBeUndefined();
    expect(await store.get("two-front")).toEqual(second);
  });

  it("reject ids that could be paths", async () => {
    for (const id of ["", "../x", "a/b", "a.b", "A", "a\0", "x".repeat(81)]) {
      const calls = [() => open().put(id, randomBytes(1)), () => open().get(id), () => open().delete(id)];
      for (const call of calls) {
        const refused = (async (): Promise<unknown> => call())();
        await expect(refused).rejects.toThrow(/Invalid document id/);
      }
    }
  });
});

describe("the document folder", () => {
  it("is readable by its owner only and has no drafts left", async () => {
    const path = join(folder, "own");
    await openDocumentFolder(path).put("one", randomBytes(10));
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(readdirSync(path)).toEqual(["one.sealed"]);
    expect(statSync(join(path, "one.sealed")).mode & 0o777).toBe(0o600);
  });
});

describe("the document bucket", () => {
  it("uses its own path and signs the content", async () => {
    await bucket().put("signed", randomBytes(100));
    expect([...service.objects.keys()]).toContain("/wazi-documents/signed.sealed");
    await expect(bucket({ secretAccessKey: "wrong" }).put("unsigned", randomBytes(1))).rejects.toThrow(
      /rejected a PUT with 403/,
    );
    await expect(bucket({ bucket: "another" }).put("lost", randomBytes(1))).rejects.toThrow(/no bucket another/);
    expect([...service.objects.keys()].some((key) => /unsigned|lost/.test(key))).toBe(false);
  });

  it("retries a busy service a few times", async () => {
    service.failing.push(503, 500);
    await bucket().put("again", randomBytes(5));
    expect((await bucket().get("again"))?.length).toBe(5);
    service.failing.push(503, 503, 503);
    const failed = await bucket()
      .get("again")
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(AppError);
    expect((failed as AppError).code).toBe("BUSY");
    const gone = await bucket({ endpoint: "http://127.0.0.1:1" })
      .get("again")
      .catch((error: unknown) => error);
    expect((gone as AppError).code).toBe("BUSY");
  });
});

describe("the key file", () => {
  it("is created once for its owner only and gets new keys in front", () => {
    const dataDir = join(folder, "keys-1");
    expect(readDocumentKeyFile(dataDir)).toEqual([]);
    const made = ensureDocumentKeyFile(dataDir);
    expect(made.map(({ length }) => length)).toEqual([32]);
    expect(ensureDocumentKeyFile(dataDir)).toEqual(made);
    expect(statSync(getDocumentKeyPath(dataDir)).mode & 0o777).toBe(0o600);
    const more = addDocumentKey(dataDir);
    expect(more).toHaveLength(2);
    expect(more[1]).toEqual(made[0]);
    expect(statSync(getDocumentKeyPath(dataDir)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dataDir, "keys"))).toEqual(["documents.key"]);
  });

  it("is never replaced when damaged, because documents would be lost", () => {
    const dataDir = join(folder, "keys-2");
    mkdirSync(join(dataDir, "keys"), { recursive: true });
    for (const text of ["", "\n", "c2hvcnQ=\n"]) {
      writeFileSync(getDocumentKeyPath(dataDir), text);
      expect(() => ensureDocumentKeyFile(dataDir)).toThrow(StartError);
      expect(readFileSync(getDocumentKeyPath(dataDir), "utf8")).toBe(text);
    }
  });

  it("reports what to do when it cannot be created", () => {
    const dataDir = join(folder, "a-file");
    writeFileSync(dataDir, "");
    chmodSync(dataDir, 0o600);
    expect(() => ensureDocumentKeyFile(dataDir)).toThrow(/DATA_DIR.*DOCUMENT_KEY|Cannot read/);
  });
});
