import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { createAddressSource, makeDemoKeys } from "../addresses/configured-addresses.ts";
import { isPayable } from "../addresses/check-address.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { ensureDepositKeys, ensureGasWallet, takeAddressIndex } from "./store.ts";

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const makeKeys = () => makeDemoKeys(randomBytes(32));
async function gasAddress(): Promise<string | null> {
  const [row] = await sql<{ address: string | null }[]>`select gas_fee_address as address from system_settings`;
  return row?.address ?? null;
}

it("stores one set of public demo keys for all processes", { tags: ["watch-only"] }, async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => ensureDepositKeys(sql, makeKeys)));
  for (const keys of made) expect(keys).toEqual(made[0]);
  for (const key of Object.values(made[0] ?? {})) expect(key).toMatch(/^xpub/);
});

it("creates the gas wallet from these keys once, with an address that no deposit gets", async () => {
  const addresses = createAddressSource(await ensureDepositKeys(sql, makeKeys), true);
  expect(await gasAddress()).toBeNull();
  const make = async (): Promise<string> => addresses.addressAt("TRC20", await takeAddressIndex(sql, "TRC20"));
  await ensureGasWallet(sql, make);
  const address = await gasAddress();
  expect(address).toBe(addresses.addressAt("TRC20", 0));
  expect(isPayable("TRC20", address ?? "", false)).toBe(true);
  await ensureGasWallet(sql, make);
  expect(await gasAddress()).toBe(address);
  expect(await make()).not.toBe(address);
});
