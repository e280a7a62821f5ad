import { messages } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { findViolations } from "../harness/page-actions.ts";
import { browserTest } from "../harness/browser-test.ts";
import type { WatchedPage } from "../harness/browser.ts";
import { toCents } from "../harness/money-calls.ts";
import type { Pages } from "../harness/pages.ts";
import { buildEvidence, buildHeadline, recordEvidence } from "../harness/recorded-evidence.ts";
import { takePictures } from "../harness/take-pictures.ts";
import { PASSWORD } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest;

const forex = { index: 0, name: "Alpha-Forex-01" };
const whale = { index: 1, name: "Crypto-Whale-07" };
const ENOUGH_TRADES = 30;

/** Opens a page signed in as a new investor with 1,000.00. */
async function openInvestor(pages: Pages, site: TestSite): Promise<WatchedPage> {
  const { email } = await site.test.funded("1000");
  const watched = await pages.openVisitor();
  const { page } = watched;
  await page.goto("/signin");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: /^sign in$/i }).click();
  await page.waitForURL("**/dashboard");
  return watched;
}

async function startActivation(page: Page, bot: string, amount: string): Promise<Locator> {
  await page.goto("/bots");
  await page.getByRole("button", { name: `Activate ${bot}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Allocation amount (USD)").fill(amount);
  return dialog;
}

async function activate(page: Page, bot: string, amount: string): Promise<void> {
  const dialog = await startActivation(page, bot, amount);
  await dialog.getByRole("button", { name: "Activate bot" }).click();
  await page.getByText("Bot Activated").waitFor();
}

async function amountAt(place: Page | Locator, testId: string): Promise<bigint> {
  return toCents((await place.getByTestId(testId).first().getAttribute("value")) ?? "");
}

async function expectNoViolations(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

const cardOf = (page: Page, bot: string): Locator => page.getByRole("article", { name: bot });

describe("stop-loss and take-profit", () => {
  it("validates stop-loss and take-profit, then shows them on the bot card", async ({ pages, site }) => {
    const { page, complaints } = await openInvestor(pages, site);
    const dialog = await startActivation(page, forex.name, "500");
    await dialog.getByLabel("Stop-loss (%)").fill("96");
    await dialog.getByLabel("Take-profit (%)").fill("0,5");
    await dialog.getByRole("button", { name: "Activate bot" }).click();
    await page.getByText("Invalid Stop-Loss").waitFor();
    await dialog.getByText(messages.invalidStopLoss).waitFor();
    await dialog.getByText(messages.invalidTakeProfit).waitFor();
    expect(await dialog.getByLabel("Stop-loss (%)").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByText("which can be lower than the level").waitFor();
    await takePictures(page, "activate-faults");
    await expectNoViolations(page);
    await dialog.getByLabel("Stop-loss (%)").fill("20");
    await dialog.getByLabel("Take-profit (%)").fill("12.5");
    await dialog.getByRole("button", { name: "Activate bot" }).click();
    await page.getByText("Bot Activated").waitFor();
    const card = cardOf(page, forex.name);
    await card.getByText("−20.00%").waitFor();
    await card.getByText("+12.50%").waitFor();
    await card.getByText("at unit price 0.8000").waitFor();
    await takePictures(page, "card-levels");
    await expectNoViolations(page);
    expect(complaints).toEqual([]);
  });
});

describe("the preview of an exit", () => {
  it("matches the credited amount to the cent", async ({ pages, site }) => {
    const { page, complaints } = await openInvestor(pages, site);
    await activate(page, forex.name, "400.40");
    await activate(page, whale.name, "210.10");
    await site.bots.open(forex.index, { side: "buy", price: 100, exposure: "1" });
    await site.bots.price(forex.index, 113);
    await site.keepPricesFresh();

    for (const [button, amount] of [
      ["Transfer running profits", "10.01"],
      ["Transfer from investment fund", "120.05"],
    ] as const) {
      await page.goto("/dashboard");
      const before = await amountAt(page, "balance");
      await page.getByRole("button", { name: button }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(/Amount/).fill(amount);
      const arrives = await amountAt(dialog, "arrives");
      await takePictures(page, button.replaceAll(" ", "-").toLowerCase());
      await dialog.getByRole("button", { name: "Transfer to balance" }).click();
      await page.getByText(/Transfer Successful/).waitFor();
      await expect.poll(() => amountAt(page, "balance")).toBe(before + arrives);
    }

    await page.goto("/bots");
    const before = await amountAt(page, "available-balance");
    await page.getByRole("button", { name: `Deactivate ${forex.name}` }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Platform's share (10%)").waitFor();
    const arrives = await amountAt(dialog, "arrives");
    await takePictures(page, "deactivate");
    await expectNoViolations(page);
    await dialog.getByRole("button", { name: "Deactivate bot" }).click();
    await page.getByText("Bot Deactivated").waitFor();
    await expect.poll(() => amountAt(page, "available-balance")).toBe(before + arrives);
    await site.bots.close(forex.index, 113);
    expect(complaints).toEqual([]);
  });
});

describe("an exit without a current price", () => {
  it("waits, can be cancelled, and shows a notice when it settles", async ({ pages, site }) => {
    const { page, complaints } = await openInvestor(pages, site);
    await activate(page, whale.name, "300");
    await site.bots.open(whale.index, { side: "buy", price: 100, exposure: "1" });
    await site.bots.price(whale.index, 95);
    await site.makePricesStale();

    const leave = async (): Promise<void> => {
      await page.goto("/bots");
      await page.getByRole("button", { name: `Deactivate ${whale.name}` }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(`There is no current price for ${whale.name}.`).waitFor();
      expect(await amountAt(dialog, "arrives")).toBe(0n);
      await takePictures(page, "deactivate-waits");
      await expectNoViolations(page);
      await dialog.getByRole("button", { name: "Deactivate bot" }).click();
      await page.getByText("Exit Waiting", { exact: true }).waitFor();
      await page
        .getByText(`Your exit from ${whale.name} settles at the first valid price. You can cancel it until then.`)
        .waitFor();
      await cardOf(page, whale.name).getByText("Deactivation, the whole position").waitFor();
    };
    await leave();
    await takePictures(page, "bots-waiting");
    await expectNoViolations(page);
    await page.goto("/dashboard");
    await page.getByText("Exit waiting", { exact: true }).waitFor();
    await takePictures(page, "dashboard-waiting");
    await page.getByRole("button", { name: `Cancel exit from ${whale.name}` }).click();
    await page.getByText("Exit Cancelled").waitFor();
    await expect.poll(() => page.getByTestId("exit-waiting").count()).toBe(0);
    expect(await page.getByTestId("notice").count()).toBe(0);

    await leave();
    await site.bots.price(whale.index, 95);
    await site.bots.settle();
    await page.goto("/dashboard");
    const notice = page
      .getByTestId("notice")
      .filter({ hasText: `Your exit from ${whale.name} has settled at a unit price` });
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(/a loss of \$\d+\.\d\d/);
    await takePictures(page, "dashboard-notices");
    await expectNoViolations(page);
    await site.bots.close(whale.index, 95);
    expect(complaints).toEqual([]);
  });
});

describe("an entry without a current price", () => {
  it("is refused with what happened, and goes through when there is a price", async ({ pages, site }) => {
    const { page } = await openInvestor(pages, site);
    await site.bots.open(whale.index, { side: "buy", price: 100, exposure: "1" });
    await site.makePricesStale();
    const dialog = await startActivation(page, whale.name, "300");
    await dialog.getByRole("button", { name: "Activate bot" }).click();
    const refusal = dialog.getByRole("alert");
    await refusal.waitFor();
    expect(await refusal.innerText()).toBe(
      `There is no current price for ${whale.name}. No money was moved. Please try again in a moment.`,
    );
    await site.bots.price(whale.index, 100);
    await site.keepPricesFresh();
    await dialog.getByRole("button", { name: "Activate bot" }).click();
    await page.getByText("Bot Activated").waitFor();
    await site.bots.close(whale.index, 100);
  });
});

describe("the bots' record on the landing page", () => {
  it(`is the backtest before ${ENOUGH_TRADES} trades and the own record after`, async ({ pages, site }) => {
    const loss = { value: -91.5, low: -95, high: -80 };
    await recordEvidence(site.test.sql, [
      buildEvidence(forex.name),
      buildEvidence(whale.name, { headline: buildHeadline({ returnPct: 41, maxDrawdownPct: loss, costsPct: 8.2 }) }),
      buildEvidence("Stock-Titan-05", {
        headline: buildHeadline({ sharpe: { value: 1.4, low: 0.95, high: 1.9 }, verdict: "weak" }),
      }),
    ]);
    const { page, complaints } = await pages.openVisitor();
    await page.goto("/");
    const performance = page.getByTestId("performance");
    await performance
      .getByText(
        /^11 bots on real prices, .*, each after all costs\. Verdict: evidence of more than Treasury bills for 5 of 11\./,
      )
      .waitFor();
    await performance.getByText("BACKTEST", { exact: true }).first().waitFor();
    // The bot with the highest return is not at the top, because its range is lower.
    expect(await performance.locator("ol > li").first().innerText()).toMatch(
      /^Stock-Titan-05[^]*1\.40 \[0\.95 to 1\.90\]/,
    );
    const examples = page.getByTestId("worked-example");
    await expect.poll(() => examples.count()).toBe(3);
    expect(await examples.nth(2).innerText()).toMatch(/The deepest fall[^]*Crypto-Whale-07[^]*\$85/);
    const panel = page.getByTestId("landing-panel");
    await panel.getByText("BACKTEST", { exact: true }).first().waitFor();
    // The tests above have closed three trades, which the list shows under their own label.
    await panel.getByText("SIMULATED").waitFor();
    expect(await panel.getByTestId("bot-activity").first().innerText()).toContain(whale.name);
    await takePictures(page, "landing-backtest");
    await expectNoViolations(page);

    for (let trade = 0; trade < ENOUGH_TRADES; trade += 1) {
      await site.bots.open(forex.index, { side: "buy", price: 100, exposure: "0.5" });
      await site.bots.close(forex.index, trade % 3 === 0 ? 99 : 101);
    }
    await expect
      .poll(async () => {
        await page.reload();
        await performance.waitFor();
        return performance.innerText();
      })
      .toMatch(/All 33 trades closed here/);
    expect(await panel.getByText("BACKTEST", { exact: true }).count()).toBe(0);
    expect(await panel.getByTestId("bot-activity").count()).toBe(3);
    await takePictures(page, "landing-own");
    await expectNoViolations(page);
    expect(complaints).toEqual([]);
  });

  it("is omitted when it cannot be loaded", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.route(/landing-(panel|performance)-[^/]*\.js$/, (route) => route.abort());
    await page.goto("/");
    await page.getByText("Could not load the track record").waitFor();
    expect(await page.getByRole("heading", { name: /^Three plans/ }).isVisible()).toBe(true);
    expect(await page.getByTestId("landing-panel").count()).toBe(0);
  });
});
