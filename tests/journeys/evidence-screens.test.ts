import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { expectAccessible, press } from "../harness/page-actions.ts";
import { buildEvidence, buildHeadline, recordEvidence } from "../harness/recorded-evidence.ts";
import type { TestSite } from "../harness/test-site.ts";

const forex = { index: 0, name: "Alpha-Forex-01" };
const stocks = { index: 2, name: "Stock-Titan-05" };
const indices = { index: 3, name: "Index-Pro-04" };

/** Every test here needs the same records. They are kept once. */
const it = browserTest.extend("recorded", { scope: "file", auto: true }, async ({ site }) => {
  const strong = { verdict: "both-halves", sharpe: { value: 0.52, low: 0.12, high: 0.94 }, yearsMissing: 0 } as const;
  await recordEvidence(site.test.sql, [
    buildEvidence(forex.name),
    buildEvidence(stocks.name, { headline: buildHeadline(strong) }),
  ]);
});

const idOf = (site: TestSite, { index }: { index: number }): string => site.bots.ids[index] ?? "";

describe("the evidence on a bot", () => {
  it("starts with the verdict and ends with how it was computed", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), `/bots/${idOf(site, forex)}`);
    const evidence = page.getByRole("region", { name: "Evidence" });
    await evidence.getByTestId("verdict").getByText("No evidence of more than bills").waitFor();
    await evidence.getByText("BACKTEST", { exact: true }).waitFor();
    await evidence.getByText(/Over 28 years of real prices, luck alone explains/).waitFor();
    await evidence.getByText(/would have to go on for about 34 years more/).waitFor();
    await evidence.locator("summary").filter({ hasText: "Figures and ranges" }).click();
    await evidence.getByRole("img", { name: /^Sharpe ratio 0\.21 \[−0\.17 to 0\.58\].*includes 0/ }).waitFor();
    await evidence.getByText("4 Jan 1999 to 29 Jun 2026, on 2 price series, after all costs.").waitFor();
    await expect.poll(() => evidence.getByTestId("chart").getAttribute("data-arrival")).toBe("ready");
    for (const title of [/^Both halves/, /^Costs: none/, /^Each price series/, /^How this was computed/])
      await evidence.locator("summary").filter({ hasText: title }).click();
    await evidence.getByRole("cell", { name: "With double costs" }).waitFor();
    await evidence.getByText(`hash ${"d".repeat(16)}`).waitFor();
    await expectAccessible(page, "bot-evidence");

    const [download] = await Promise.all([page.waitForEvent("download"), press(evidence, /as CSV$/)]);
    const [heading] = (await readFile(await download.path(), "utf8")).split("\r\n");
    expect(heading).toBe(`time_utc,${forex.name} (%),Buy and hold (%),Cash (%),Drawdown (%)`);
    await evidence.getByRole("link", { name: "Years missing" }).click();
    await page.getByRole("heading", { name: "Years needed, years missing" }).waitFor();
  });

  it("says that kept money is in dollars only, without the operator's local rates", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), `/bots/${idOf(site, indices)}`);
    const evidence = page.getByRole("region", { name: "Evidence" });
    await evidence.locator("summary").filter({ hasText: "What you keep" }).click();
    const missing = "The operator has given no local rates, so kept money is in US dollars only.";
    await evidence.getByText(missing).waitFor();
    expect(await evidence.getByRole("table", { name: /^Held/ }).count()).toBe(1);
  });

  it("is on the bot's card", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), "/bots");
    const card = page.getByRole("article", { name: stocks.name });
    await card.getByTestId("card-verdict").getByText("Evidence of more than bills").waitFor();
    await card.getByText("BACKTEST", { exact: true }).waitFor();
    await expectAccessible(page, "bots-evidence");
  });

  it("shows risk and fall, and bots are filtered, sorted and compared", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), "/bots", { width: 360 });
    const card = page.getByRole("article", { name: stocks.name });
    await card
      .getByTestId("risk")
      .getByText(/^[1-5] of 5, /)
      .waitFor();
    await card.getByTestId("risk").getByText("What is this?").click();
    await card.getByText("The past does not limit future losses", { exact: false }).waitFor();
    expect(await page.getByLabel("Sort", { exact: true }).inputValue()).toBe("catalogue");
    await page.getByLabel("Market", { exact: true }).selectOption("stocks");
    await expect.poll(() => page.getByTestId("bot-count").innerText()).toBe("2 of 8 bots");
    await page.getByLabel(`Compare ${stocks.name}`).check();
    await page.getByLabel("Market", { exact: true }).selectOption("all");
    await page.getByLabel(`Compare ${forex.name}`).check();
    await page.getByRole("group", { name: "Comparison" }).getByRole("link", { name: "Compare" }).click();
    await page.waitForURL(`**/compare?bots=${[stocks, forex].map((bot) => idOf(site, bot)).join()}`);
  });
});

describe("the comparison of bots", () => {
  it("holds up to four bots in its address", async ({ pages, site }) => {
    const address = `/compare?bots=${idOf(site, forex)},${idOf(site, stocks)}`;
    const { page } = await pages.openAs(await site.test.signUp(), address);
    const evidence = page.getByRole("region", { name: "Evidence", exact: true });
    await evidence
      .getByRole("row", { name: /^Verdict No evidence of more than bills Evidence of more than bills$/ })
      .waitFor();
    await expect.poll(() => page.getByTestId("chart").getAttribute("data-arrival")).toBe("ready");
    // Each bot's curve arrives with a call of its own.
    await expect.poll(() => page.getByTestId("chart-values").innerText()).toMatch(/Alpha-Forex-01[^]*Stock-Titan-05/);
    await expectAccessible(page, "compare");
    await page.getByLabel("Add a bot").selectOption({ label: indices.name });
    await evidence.getByRole("columnheader", { name: indices.name }).waitFor();
    await press(page, `Remove ${forex.name}`);
    expect(new URL(page.url()).searchParams.get("bots")).toBe([stocks, indices].map((bot) => idOf(site, bot)).join());
    await press(page, `Remove ${stocks.name}`);
    await press(page, `Remove ${indices.name}`);
    await page.getByText("Choose two to four bots to see them side by side.").waitFor();
  });
});

describe("costs", () => {
  it("are shown for the typed amount before activating, and in the statement afterwards", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    const { page } = await pages.openAs(client, `/bots/${idOf(site, forex)}`);
    await press(page, `Activate ${forex.name}`);
    const costs = page.getByTestId("activation-costs");
    await costs.getByText(/^Enter an amount/).waitFor();
    await page.getByLabel("Allocation amount (USD)").fill("400");
    // 1.15% a year of the recorded backtest.
    await expect.poll(() => costs.getByTestId("costs-total").getAttribute("value")).toBe("4.60");
    await costs.getByText("BACKTEST", { exact: true }).waitFor();
    await expectAccessible(page, "activate-costs");
    await press(page, "Activate bot");
    await page.getByText("Bot Activated").waitFor();
    await site.bots.open(forex.index, { side: "buy", price: 100, exposure: "0.5" });
    await site.bots.close(forex.index, 104);

    await page.reload();
    const soFar = page.getByTestId("bot-costs");
    await soFar.getByText("Trading costs of 1 closed trade").waitFor();
    const onPage = await soFar.getByTestId("bot-costs-total").getAttribute("value");
    expect(await soFar.getByRole("link", { name: "How Wazi makes money" }).getAttribute("href")).toBe(
      "/how-wazi-earns",
    );
    await expectAccessible(page, "bot page with costs");

    await page.goto("/statement");
    const own = page.getByTestId("user-costs");
    const read = async (name: string) => Number(await own.getByTestId(name).getAttribute("value"));
    await own.waitFor();
    const [without, total, after] = [
      await read("result-without-costs"),
      await read("costs-so-far"),
      await read("result-after-costs"),
    ];
    expect(total).toBeGreaterThan(0);
    expect(Number(onPage)).toBe(total);
    expect(without - total).toBeCloseTo(after, 8);
    await own.getByText(/Costs took \d+\.\d% of the gain before costs/).waitFor();
    await expectAccessible(page, "statement-costs");
  });
});
