import type { ExitPreview, ExitResult, PublicSettings, Statement } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  activate,
  deactivate,
  toCents,
  transferInvestment,
  transferProfit,
} from "../../../../../tests/harness/money-calls.ts";
import { OWN_TIME, type ScriptedBots, startScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp(undefined, undefined, {
    ...OWN_TIME,
    PROFIT_SHARE_ABOVE: "bills",
    CASH_INTEREST_SOURCE: "fixed:4.5",
  });
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

/** Half a per cent a day, of which the operator keeps a fifth. */
const RATE = { gross: 5_000_000_000n, margin: 1_000_000_000n };
const FIRST_DAY = 20_000;
/** The earnings of bills on $1,000 in ten such days, in cents: 1.005 to the power of 10. */
const BILLS_OF_TEN_DAYS = 5_114n;

interface Held {
  shareAbove: string;
  bills: string;
  share: number;
}

async function readHeld(botId: string): Promise<Held[]> {
  return test.sql<Held[]>`
    select share_above as "shareAbove", bill_interest::text as bills, user_share_pct as share from positions
    where bot_id = ${botId} order by activated_at`;
}

const shareOf = (gain: bigint, userSharePct: number): bigint => gain - (gain * BigInt(userSharePct)) / 100n;

/** $1,000 of each investor for ten days in a bot with an open trade, which then gains. */
async function holdTenDays(bot: number, investors: readonly TestClient[], price: number): Promise<void> {
  await bots.earn(bot, FIRST_DAY, RATE);
  for (const investor of investors) await activate(investor, bots.ids[bot], "1000");
  await bots.open(bot, { side: "buy", price: 100, exposure: "1" });
  await bots.earn(bot, FIRST_DAY + 10, RATE);
  await bots.close(bot, price);
}

it("says so to every visitor", async () => {
  const read = async (app: TestApp) => (await app.visitor().call("GET", "/api/public/settings")).body as PublicSettings;
  expect((await read(test)).profitShareAbove).toBe("bills");
});

it("takes the share on what is above bills, before the margin", async () => {
  const investor = await test.funded("1000");
  await holdTenDays(0, [investor], 110);
  const preview = await investor.call("POST", "/api/user/bots/deactivate/preview", { botId: bots.ids[0] });
  const { exit } = (await deactivate(investor, bots.ids[0])).body as { exit: ExitResult };
  // The interest bears no share either.
  const belowBills = "10.42";
  expect((preview.body as ExitPreview).lines).toMatchObject([{ ...exit, belowBills }]);
  const month = new Date().toISOString().slice(0, 7);
  const { lines } = (await investor.call("GET", `/api/user/statement?month=${month}`)).body as Statement;
  expect(lines.at(-1)).toMatchObject({ parts: [{ belowBills, profitShare: exit.profitShare }] });
  expect(lines.at(-1)?.text).toContain(
    `, of which $${belowBills} is what Treasury bills would have earned, without a share, and $${exit.profitShare} is the platform's share.`,
  );
  const [held] = await readHeld(bots.ids[0]!);
  expect(held).toMatchObject({ shareAbove: "bills", bills: "0.000000000000" });
  const gain = toCents(exit.value) - 100_000n;
  expect(gain).toBeGreaterThan(9_000n);
  expect(toCents(exit.profitShare)).toBe(shareOf(gain - BILLS_OF_TEN_DAYS, held!.share));
  // Its trades are on margin: the cash earned interest after the operator's margin, which is less than bills.
  expect(exit.interest).toBe("40.72");
});

it("takes nothing from a gain below bills, and carries no shortfall", async () => {
  const investor = await test.funded("1000");
  await holdTenDays(1, [investor], 100.9);
  const { exit } = (await deactivate(investor, bots.ids[1])).body as { exit: ExitResult };
  expect(exit).toMatchObject({ profitShare: "0.00", loss: "0.00" });
  expect(toCents(exit.profitToUser)).toBeGreaterThan(4_072n);
});

it("pays in transfers and slices what one exit pays", async () => {
  const [atOnce, inParts] = [await test.funded("1000"), await test.funded("1000")];
  // Keeps a part, which the comparison of the books after the tests covers.
  const stays = await test.funded("1000");
  await holdTenDays(2, [atOnce, inParts, stays], 120);
  await transferProfit(stays, "30");
  await transferInvestment(stays, "250.01");
  await bots.earn(2, FIRST_DAY + 20, RATE);
  await transferProfit(stays, "10");
  const before = await sharesOf(inParts);
  expect(before).toBe(0n);
  // Bills come first: no share is taken on them.
  expect((await transferProfit(inParts, "51.14")).status).toBe(200);
  expect(await sharesOf(inParts)).toBe(0n);
  expect((await transferProfit(inParts, "20")).status).toBe(200);
  expect((await transferInvestment(inParts, "400")).status).toBe(200);
  expect((await transferProfit(inParts, "10")).status).toBe(200);
  await deactivate(inParts, bots.ids[2]);
  await deactivate(atOnce, bots.ids[2]);
  expect(await sharesOf(inParts)).toBe(await sharesOf(atOnce));
  expect(await balanceOf(inParts)).toBe(await balanceOf(atOnce));
});

it("counts only for positions that were opened while it was set", async () => {
  const plain = await startTestApp(test.database, undefined, OWN_TIME);
  await bots.earn(3, FIRST_DAY, RATE);
  await activate(await test.funded("1000"), bots.ids[3], "1000");
  await activate(await plain.funded("1000"), bots.ids[3], "1000");
  await bots.open(3, { side: "buy", price: 100, exposure: "1" });
  await bots.earn(3, FIRST_DAY + 10, RATE);
  await bots.close(3, 110);
  expect(await readHeld(bots.ids[3]!)).toMatchObject([{ shareAbove: "bills" }, { shareAbove: "nothing" }]);
  expect(await plain.differences()).toEqual([]);
  await plain.close();
});

async function sharesOf(investor: TestClient): Promise<bigint> {
  const [row] = await test.sql<{ total: string }[]>`
    select coalesce(sum(profit_share), 0)::text as total from position_events where user_id = ${investor.userId}`;
  return toCents(row!.total);
}

async function balanceOf(investor: TestClient): Promise<bigint> {
  const [row] = await test.sql<{ total: string }[]>`
    select sum(balance)::text as total from ledger_accounts where user_id = ${investor.userId}`;
  return toCents(row!.total);
}
