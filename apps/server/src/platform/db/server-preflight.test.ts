import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "./pool.ts";
import { judgeServer, readServerFacts, serverRules, type ServerFacts } from "./server-preflight.ts";

const good: ServerFacts = {
  versionNumber: 150_020,
  database: "wazi",
  isTemplate: false,
  isStandby: false,
  isReadOnly: false,
  encoding: "UTF8",
  foldsLetters: true,
  hasOldCollation: false,
  hasPlpgsql: true,
  user: "wazi_owner",
  mayCreateTables: true,
  fsync: "on",
  fullPageWrites: "on",
  synchronousCommit: "on",
  autovacuum: "on",
  freeConnections: 97,
  neededConnections: 15,
  clockAheadMs: 40,
};

type Verdict = "refuses" | "warns";
const rows: [rule: string, facts: Partial<ServerFacts>, demo: Verdict, live: Verdict, words: string][] = [
  ["version", { versionNumber: 140_009 }, "refuses", "refuses", "this PostgreSQL is too old (140009)"],
  ["template", { isTemplate: true }, "refuses", "refuses", '"wazi" is a template'],
  ["standby", { isStandby: true, isReadOnly: true }, "refuses", "refuses", '"wazi" is on a standby'],
  ["read only", { isReadOnly: true }, "refuses", "refuses", "its transactions are read only"],
  ["encoding", { encoding: "SQL_ASCII" }, "refuses", "refuses", "has the encoding SQL_ASCII"],
  ["locale", { foldsLetters: false }, "warns", "warns", "knows only the letters A to Z"],
  ["collation", { hasOldCollation: true }, "warns", "warns", 'reindex database "wazi"'],
  ["extensions", { hasPlpgsql: false }, "refuses", "refuses", "create extension plpgsql"],
  ["rights", { mayCreateTables: false }, "refuses", "refuses", "its user wazi_owner may not create tables"],
  ["fsync", { fsync: "off" }, "warns", "refuses", "fsync is off"],
  ["synchronous_commit", { synchronousCommit: "off" }, "warns", "refuses", "synchronous_commit is off"],
  ["full_page_writes", { fullPageWrites: "off" }, "warns", "warns", "full_page_writes is off"],
  ["autovacuum", { autovacuum: "off" }, "warns", "warns", "autovacuum is off"],
  [
    "max_connections",
    { freeConnections: 14 },
    "warns",
    "warns",
    "allows 14 more connections, and this process opens up to 15",
  ],
  ["clock", { clockAheadMs: 2_600 }, "warns", "warns", "is 3 s ahead of this machine's"],
  ["clock, far off", { clockAheadMs: -61_000 }, "warns", "refuses", "is 61 s behind this machine's"],
];

describe("a server", () => {
  it("whose settings are good is accepted without a word", () => {
    for (const mode of ["demo", "live"] as const)
      expect(judgeServer(good, mode)).toEqual({ refusal: undefined, warnings: [] });
  });

  it.each(rows)(
    "with a problem (%s) %j: demo mode %s, live mode %s, with what to do",
    (_rule, facts, demo, live, words) => {
      for (const [mode, verdict] of [["demo", demo] as const, ["live", live] as const]) {
        const { refusal, warnings } = judgeServer({ ...good, ...facts }, mode);
        expect(refusal === undefined ? [] : [refusal]).toEqual(
          verdict === "refuses" ? [expect.stringContaining(words)] : [],
        );
        expect(warnings).toEqual(verdict === "warns" ? [expect.stringContaining(words)] : []);
      }
    },
  );

  it("has a test for each rule", () => {
    expect(rows.map(([rule]) => rule)).toEqual(serverRules.map(({ name }) => name));
  });

  it("is refused in live mode for all that demo mode refuses, because a start asks once", () => {
    for (const { name, demo, live } of serverRules) if (demo === "refuse") expect(live, name).toBe("refuse");
  });

  it("that replicates with another level than on is accepted", () => {
    for (const synchronousCommit of ["local", "remote_write", "remote_apply"])
      expect(judgeServer({ ...good, synchronousCommit }, "live")).toEqual({ refusal: undefined, warnings: [] });
  });
});

describe("the facts of a real server", () => {
  let database: TestDatabase;
  let owner: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = openPool(database.url, { max: 1, role: null });
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  it("are read from its settings, its database and its user", async () => {
    const name = new URL(database.url).pathname.slice(1);
    const facts = await readServerFacts(owner, 15);
    // The server of the tests does not wait for the disk.
    expect(facts).toMatchObject({ database: name, encoding: "UTF8", foldsLetters: true, mayCreateTables: true });
    expect(Math.abs(facts.clockAheadMs)).toBeLessThan(60_000);

    await owner.unsafe(`
      create role wazi_unfit_test login password 'unfit' connection limit 3;
      alter role wazi_unfit_test in database ${name} set default_transaction_read_only = on;
      alter role wazi_unfit_test in database ${name} set synchronous_commit = off`);
    const sql = openPool(database.url.replace(/\/\/[^@]*@/, "//wazi_unfit_test:unfit@"), { max: 1, role: null });
    const unfit = await readServerFacts(sql, 15);
    await sql.end();
    await owner.unsafe("drop owned by wazi_unfit_test; drop role wazi_unfit_test");
    expect(unfit).toMatchObject({
      user: "wazi_unfit_test",
      isReadOnly: true,
      mayCreateTables: false,
      synchronousCommit: "off",
      freeConnections: 3,
    });
  });

  it("include an encoding and a locale that lose letters", async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_plain`;
    await owner.unsafe(`create database ${name} encoding 'UTF8' locale_provider libc locale 'C' template template0`);
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    const plain = openPool(url.href, { max: 1, role: null });
    const facts = await readServerFacts(plain, 0);
    await plain.end();
    await owner.unsafe(`drop database ${name}`);
    expect(facts).toMatchObject({ encoding: "UTF8", foldsLetters: false });
  });
});
