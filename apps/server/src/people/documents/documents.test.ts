import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createDocumentKeys } from "./document-keys.ts";
import type { DocumentStore } from "./document-files.ts";
import { createDocumentVault } from "./document-vault.ts";
import { isSealedWithNewest, openDocument, sealDocument } from "./seal-document.ts";

const [oldSecret, newSecret, otherSecret] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const content = Buffer.from("a passport".repeat(100));

function memoryStore(): DocumentStore & { files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  return {
    files,
    put: (id, bytes) => Promise.resolve(void files.set(id, Buffer.from(bytes))),
    get: (id) => Promise.resolve(files.get(id)),
    delete: (id) => Promise.resolve(void files.delete(id)),
  };
}

describe("sealed documents", () => {
  const keys = createDocumentKeys([oldSecret]);

  it("decrypt to the original and reveal nothing of it", { tags: ["documents-sealed"] }, () => {
    const sealed = sealDocument(keys, "one", content);
    expect(openDocument(keys, "one", sealed)).toEqual(content);
    expect(sealed.includes("passport")).toBe(false);
    expect(sealDocument(keys, "one", content).equals(sealed)).toBe(false);
    expect(openDocument(keys, "one", sealDocument(keys, "one", Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
  });

  it("do not open with another id, with another key, or after any change or cut", () => {
    const sealed = sealDocument(keys, "one", content);
    expect(() => openDocument(keys, "two", sealed)).toThrow();
    expect(() => openDocument(createDocumentKeys([otherSecret]), "one", sealed)).toThrow(/needs the key [\da-f]{16}/);
    for (const index of [0, 4, 12, 24, 40, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[index]! ^= 1;
      expect(() => openDocument(keys, "one", changed), `byte ${index}`).toThrow();
    }
    for (const length of [0, 3, 12, 39, sealed.length - 1]) {
      expect(() => openDocument(keys, "one", sealed.subarray(0, length)), `${length} bytes`).toThrow();
    }
  });

  it("still open after a rotation and are renewed once", async () => {
    const store = memoryStore();
    const before = createDocumentVault(store, keys);
    await before.keep("one", content);
    const rotated = createDocumentKeys([newSecret, oldSecret]);
    const after = createDocumentVault(store, rotated);
    expect(await after.read("one")).toEqual(content);
    expect([await after.renew("one"), await after.renew("one"), await after.renew("none")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isSealedWithNewest(rotated, store.files.get("one")!)).toBe(true);
    const newOnly = createDocumentVault(store, createDocumentKeys([newSecret]));
    expect(await newOnly.read("one")).toEqual(content);
    await expect(before.read("one")).rejects.toThrow(/needs the key/);
  });

  it("open with a key added after the start", async () => {
    const store = memoryStore();
    let secrets = [oldSecret];
    const running = createDocumentVault(
      store,
      createDocumentKeys(secrets, () => secrets),
    );
    secrets = [newSecret, oldSecret];
    await createDocumentVault(store, createDocumentKeys(secrets)).keep("one", content);
    expect(await running.read("one")).toEqual(content);
    expect(await running.read("none")).toBeUndefined();
  });

  it("need a key of 32 bytes", () => {
    expect(() => createDocumentKeys([])).toThrow(/^No document key is set$/);
    expect(() => createDocumentKeys([randomBytes(16)])).toThrow(/32 bytes/);
  });
});
