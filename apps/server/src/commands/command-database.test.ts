import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/harness/test-database.ts";
import { listVerifiedCopies } from "../platform/backup/store.ts";
import { openPool, type Sql } from "../platform/db/pool.ts";
import { recordCopy, saveCopyResult } from "./command-database.ts";

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

describe("recordCopy", () => {
  const COMPLETE_UNTIL = new Date("2026-11-23T02:00:00Z");
  const save = (until: Date | null) => saveCopyResult(database.url, "backup", until);
  const record = (completeUntil: Date | null | undefined) => recordCopy(save, () => Promise.resolve({ completeUntil }));
  const fail = () => recordCopy(save, () => Promise.reject(new Error("the disk is full")));

  it("records what was verified, and keeps it when a later attempt fails", async () => {
    await expect(fail()).rejects.toThrow("the disk is full");
    expect(await listVerifiedCopies(sql)).toEqual([
      { kind: "backup", completeUntil: null, verifiedAt: null, failedAt: expect.any(Date) as Date },
    ]);
    await record(COMPLETE_UNTIL);
    const [verified] = await listVerifiedCopies(sql);
    expect(verified).toMatchObject({ completeUntil: COMPLETE_UNTIL, failedAt: null });
    for (const attempt of [() => record(null), () => fail().catch(() => undefined)]) {
      await attempt();
      expect(await listVerifiedCopies(sql)).toEqual([{ ...verified, failedAt: expect.any(Date) as Date }]);
    }
    await record(undefined);
    expect(await listVerifiedCopies(sql)).toMatchObject([{ failedAt: expect.any(Date) as Date }]);
  });

  it("says what went wrong when the database cannot be reached either", async () => {
    const attempt = recordCopy(
      (until) => saveCopyResult("postgres://nobody:x@127.0.0.1:1/none", "drill", until),
      () => Promise.reject(new Error("first")),
    );
    await expect(attempt).rejects.toThrow("first");
  });
});
