import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findClaim, listClaims } from "@wazi/proofs/release";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { readLogStatus } from "../pages/read-log-status.ts";
import type { RunningRelease } from "../../platform/process/running-release.ts";
import { updateLog } from "./run-log.ts";
import { countLeaves, readLeaves, recordDocument } from "../../record/leaves/store.ts";

const PROCESSES = 8;
let database: TestDatabase;
let pools: Sql[];
const DATA_FOLDER = mkdtempSync(join(tmpdir(), "wazi-release-leaf-"));

beforeAll(async () => {
  database = await createTestDatabase();
  pools = Array.from({ length: PROCESSES }, () => openPool(database.url, { max: 1 }));
});
afterAll(async () => {
  await Promise.all(pools.map((each) => each.end()));
  await database.drop();
  rmSync(DATA_FOLDER, { recursive: true, force: true });
});

const makeRelease = (version: string): RunningRelease => {
  return { kind: "release", version, commit: "c".repeat(40), isDirty: false, manifest: `manifest of ${version}` };
};
/** Records the release in every process at once, as their starts do. */
const start = (version: string): Promise<unknown> =>
  Promise.all(pools.map((sql) => recordDocument(sql, "release", makeRelease(version))));

describe("the release that runs", () => {
  it("is logged once by processes that start together, and again only when it changes", async () => {
    const [sql] = pools as [Sql];
    for (const version of ["1.0.0", "1.0.0", "1.1.0", "1.0.0", "1.1.0", "1.1.0"]) await start(version);
    const signer = await openOwnSigner(sql, { dataDir: DATA_FOLDER });
    expect(await readLogStatus(sql, [])).toMatchObject({ release: null });
    await updateLog(sql, signer, (note) => Promise.resolve(note));
    const claims = listClaims(await readLeaves(sql, 0, await countLeaves(sql)));
    expect(claims.map(({ version }) => version)).toEqual(["1.0.0", "1.1.0", "1.0.0", "1.1.0"]);
    expect(findClaim(claims, "manifest of 1.1.0")).toBe(claims.at(-1));
    expect((await readLogStatus(sql, [])).release).toEqual({
      ...makeRelease("1.1.0"),
      since: claims.at(-1)?.at,
      index: claims.at(-1)?.index,
    });
    expect(claims[0]).toEqual({ ...makeRelease("1.0.0"), at: expect.any(String) as string, index: claims[0]?.index });
  });
});
