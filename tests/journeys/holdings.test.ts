import type { Bot, BotHoldings } from "@wazi/contracts";
import { describe, expect } from "vitest";
import { startedWaziTest } from "../harness/browser-test.ts";
import { findViolations } from "../harness/page-actions.ts";
import { takePictures } from "../harness/take-pictures.ts";
import { eventually } from "../harness/wazi-process.ts";

/** The default feed, whose market runs faster than the clock. */
const it = startedWaziTest.extend("settings", { scope: "file" }, () => ({
  SIMULATED_SPEED: undefined,
  CASH_INTEREST_SOURCE: "fixed:4",
}));

/** The first decision is made at once, and filled at the next bar of a minute of the market. */
const HELD_WITHIN_MS = 120_000;

/** A year of decisions; gold is sold in the middle of it. */
const HISTORY = Array.from({ length: 12 }, (_, month): BotHoldings["history"][number] => {
  const parts = [
    { symbol: "SPY", side: "buy", weightPct: `${20 + month}.00` },
    { symbol: "IEF", side: "buy", weightPct: `${55 - month}.00` },
    { symbol: "GLD", side: "buy", weightPct: "25.00" },
  ] as const;
  const isGoldHeld = month < 6;
  const at = new Date(Date.UTC(2026, month, 1, 12)).toISOString();
  return { at, cashPct: isGoldHeld ? "0.00" : "25.00", parts: isGoldHeld ? [...parts] : parts.slice(0, 2) };
});

describe("the page of a bot", () => {
  it("says what it holds, why, when it decides next, and shows the investor's own entry", async ({ pages }) => {
    const { page, context } = await pages.openVisitor();
    const { request } = context;
    const send = async (path: string, data: object) =>
      expect((await request.post(path, { data })).ok(), path).toBe(true);
    await send("/api/auth/signup", {
      firstName: "Amina",
      lastName: "Otieno",
      email: "holdings@example.com",
      password: "Correct-h0rse!",
      confirmPassword: "Correct-h0rse!",
      phone: "+254712345678",
      country: "Kenya",
      birthday: "1990-05-17",
    });
    await send("/api/user/practice-money", {});
    const portfolios = (await (await request.get("/api/portfolios")).json()) as Bot[];
    const basket = portfolios[0]!;
    const read = async () => (await (await request.get(`/api/bots/${basket.id}/holdings`)).json()) as BotHoldings;
    await eventually(async () => (await read()).holdings.length === 3, HELD_WITHIN_MS);

    await page.goto(`/bots/${basket.id}`);
    const sheet = page.getByRole("region", { name: "What it holds now" });
    await expect.poll(() => sheet.getByTestId("weights").getByRole("listitem").count()).toBe(4);
    await sheet
      .getByTestId("holdings-why")
      .getByText(/ moves about \d+\.\d\d% a year, so its part is /)
      .first()
      .waitFor();
    await sheet
      .getByTestId("holdings-next")
      .getByText(/\(market time\)/)
      .waitFor();
    await sheet
      .getByTestId("holdings-change")
      .getByText(/^Bought .+ of its money\. Cost: \$\d+\.\d\d for each \$1,000 in the bot\.$/)
      .first()
      .waitFor();

    await page.getByRole("button", { name: "Activate Core Basket" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Allocation amount (USD)").fill("300");
    const start = Date.now();
    await dialog.getByRole("button", { name: "Activate bot" }).click();
    await page.getByTestId("entry-price").waitFor();
    const shown = page.getByTestId("entry-cost").getByText(/^\$\d+\.\d\d$/);
    await shown.waitFor();
    const cost = await shown.innerText();
    expect(Date.now() - start).toBeLessThan(60_000);
    expect(await findViolations(page)).toEqual([]);
    await takePictures(page, "holdings");

    // Months of the market take hours, so the screen alone is told of earlier decisions.
    await page.route(`**/api/bots/${basket.id}/holdings`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as BotHoldings), history: HISTORY } });
    });
    await page.goto(`/bots/${basket.id}`);
    // Another visit shows the same.
    await page.getByTestId("entry-cost").getByText(cost, { exact: true }).waitFor();
    const chart = sheet.getByTestId("holdings-chart");
    await chart.getByTestId("chart").and(page.locator("[data-arrival=ready]")).waitFor();
    await chart.getByTestId("chart").press("End");
    await expect
      .poll(() => chart.getByTestId("chart-spoken").innerText())
      .toBe(
        "1 Dec 2026: SPY (a fund of shares) 31.00%, IEF (a fund of bonds) 44.00%, GLD (a fund of gold) 0.00%, Cash, earning interest 25.00%.",
      );
    expect(await findViolations(page)).toEqual([]);
    await takePictures(page, "holdings-chart");
    await chart.getByRole("button", { name: "Table" }).click();
    expect(await chart.getByRole("row").count()).toBe(HISTORY.length + 1);
    await page.unrouteAll();

    const scalper = ((await (await request.get("/api/bots")).json()) as Bot[])[0]!;
    await page.goto(`/bots/${scalper.id}`);
    await sheet
      .getByTestId("holdings-next")
      .getByText(/\(market time\), within /)
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takePictures(page, "holdings-scalper");
  });
});
