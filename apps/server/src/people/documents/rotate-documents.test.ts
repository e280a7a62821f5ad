import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Verification } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { addDocumentKey, readDocumentKeyFile } from "./document-key-file.ts";
import { openDocuments } from "./open-vaults.ts";
import { toDataUrl, createSmallPicture } from "./sample-pictures.ts";
import { rotateDocuments } from "./document-vault.ts";

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it("re-encrypts every document with an added key while the server keeps reading and writing", async () => {
  const picture = toDataUrl("jpeg", await createSmallPicture());
  const submit = async (back: boolean): Promise<Verification & { get: () => Promise<Buffer> }> => {
    const client = await test.signUp();
    const form = { documentType: "id_card", frontImageUrl: picture, ...(back ? { backImageUrl: picture } : {}) };
    const made = (await client.call("POST", "/api/verification/submit", form)).body as Verification;
    return { ...made, get: async () => (await client.call("GET", made.frontImageUrl)).bytes };
  };
  const sealedOf = (id: string): Buffer => readFileSync(join(test.dataDir, "documents", `${id}-front.sealed`));
  const [one, two] = [await submit(true), await submit(false)];
  const [clear, sealed] = [await one.get(), sealedOf(one.id)];

  const keys = addDocumentKey(test.dataDir);
  expect(keys).toHaveLength(2);
  const settings = { dataDir: test.dataDir, documents: { store: { kind: "folder" as const }, keys: [] } };
  const rotating = { sql: test.sql, documents: openDocuments(settings) };
  expect(await rotateDocuments(rotating)).toEqual({ renewed: 3, seen: 3 });
  expect(await rotateDocuments(rotating)).toEqual({ renewed: 0, seen: 3 });

  expect(sealedOf(one.id).subarray(4, 12).equals(sealed.subarray(4, 12))).toBe(false);
  expect(await one.get()).toEqual(clear);
  expect((await two.get()).length).toBeGreaterThan(0);
  // The server was not restarted, so it still writes with its first key. The next rotation covers those files.
  await submit(false);
  expect(await rotateDocuments(rotating)).toEqual({ renewed: 1, seen: 4 });
  expect(readDocumentKeyFile(test.dataDir)).toEqual(keys);
});
