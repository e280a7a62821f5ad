import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { seedBots } from "../../investing/bots/store.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { mayEnterAtVenue, type Venue } from "./venue-gate.ts";

let database: TestDatabase;
let sql: Sql;
const ids = new Map<string, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url, { role: null });
  await seedBots(sql);
  await sql.unsafe(
    "update pools set units_at_close = 10 from trading_bots b where b.id = bot_id and b.name = 'Core Basket'",
  );
  const rows = await sql<{ id: string; name: string }[]>`select id, name from trading_bots`;
  for (const { id, name } of rows) ids.set(name, id);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

interface Given {
  isPractice?: boolean;
  /** Not listed by the venue, although its broker may trade it. */
  unlisted?: string;
  halted?: string;
}

const openVenue = (symbols: readonly string[], { isPractice = false, unlisted, halted }: Given = {}): Venue => ({
  broker: { isPractice },
  symbols,
  sync: {
    listsAll: (asked) => asked.every((symbol) => symbol !== unlisted),
    isHalted: (symbol) => symbol === halted || symbol === unlisted,
    isLongOnly: () => symbols.includes("SPY"),
  },
});

/** A bot with money, or without, asks for an entry in its first symbol. */
const ask = (venues: readonly Venue[], symbols: readonly string[], { side = "buy", hasMoney = true } = {}) => {
  const botId = ids.get(hasMoney ? "Core Basket" : "Stock-Titan-05") ?? "";
  return mayEnterAtVenue(sql, venues, {
    botId,
    symbols,
    symbol: symbols[0] ?? "",
    side: side === "buy" ? "buy" : "sell",
  });
};

const [COINS, FUNDS] = [["BTC/USD"], ["SPY", "GLD"]] as const;

it("lets a bot enter at the venue that has all its symbols", async () => {
  const venues = [openVenue(COINS), openVenue(FUNDS)];
  expect([await ask(venues, COINS), await ask(venues, FUNDS), await ask(venues, ["SPY"])]).toEqual([true, true, true]);
  expect(await ask(venues, ["SPY", "BTC/USD"])).toBe(false);
  expect(await ask(venues, ["SPY", "OIL"])).toBe(false);
});

it("lets no bot enter where a symbol of it is missing, halted, or not to be sold short", async () => {
  expect(await ask([openVenue(FUNDS, { unlisted: "GLD" })], FUNDS)).toBe(false);
  expect(await ask([openVenue(FUNDS, { halted: "SPY" })], FUNDS)).toBe(false);
  expect(await ask([openVenue(FUNDS, { halted: "GLD" })], FUNDS)).toBe(true);
  expect(await ask([openVenue(FUNDS)], FUNDS, { side: "sell" })).toBe(false);
  expect(await ask([openVenue(COINS)], COINS, { side: "sell" })).toBe(true);
});

it("lets a bot without a venue trade on paper while real money is not in it", async () => {
  expect(await ask([], FUNDS)).toBe(true);
  expect(await ask([openVenue(COINS)], FUNDS, { hasMoney: false })).toBe(true);
  expect(await ask([openVenue(COINS)], FUNDS)).toBe(false);
  expect(await ask([openVenue(COINS, { isPractice: true })], FUNDS)).toBe(true);
  expect(await ask([openVenue(COINS, { isPractice: true }), openVenue(["KO"])], FUNDS)).toBe(false);
});
