import type { Bot } from "@wazi/contracts";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { signUpWithoutPackage } from "../harness/money-calls.ts";
import { expectAccessible, press } from "../harness/page-actions.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest;

const NAMES = ["Core Basket", "Core Basket with Trend", "Bills"];
/** Both are in the recorded evidence of the Core Basket. */
const BECAME =
  "$1,000 put in at the start of 1975 became $37,900 in this bot by the end of 2022, $8,170 in Treasury bills and $217,437 in shares.";
const FELL =
  "The worst fall was 15.1%. It had lasted 12 months when the record ended. In 18 of 48 years it did worse than bills.";
const AFTER_SHARE = (plan: string, no: string) =>
  `After Wazi's share ${plan}there is ${no}evidence of more than bills.`;
const EARN_FIXED = "Treasury bills earn 4% a year here. This rate is made up for the demo.";
const EARN = /^Treasury bills earn/;

const cardOf = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

async function findId({ test }: TestSite, name: string): Promise<string> {
  const portfolios = (await test.visitor().call("GET", "/api/portfolios")).body as Bot[];
  return portfolios.find((each) => each.name === name)?.id ?? "";
}

describe("core portfolios", () => {
  it("are on the landing page with the verdict on each", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.goto("/#portfolios");
    const cards = page.getByTestId("landing-portfolio");
    await expect.poll(() => cards.getByRole("heading").allInnerTexts()).toEqual(NAMES);
    const basket = cards.nth(0);
    await basket.getByText("Evidence of more than bills", { exact: true }).waitFor();
    await basket.getByText(AFTER_SHARE("at 70:30, without a package, ", "no ")).waitFor();
    await basket.getByText(BECAME).waitFor();
    await basket.getByText("You would have kept $21,860 without a package, with 70% of the profit.").waitFor();
    await cards.nth(1).getByText(AFTER_SHARE("at 70:30, without a package, ", "")).waitFor();
    await cards.nth(2).getByText("Benchmark").waitFor();
    await expectAccessible(page, "landing-portfolios");
  });

  it("are open without a package, from $10 and at 70:30, while bots are locked", async ({ pages, site }) => {
    const { page } = await pages.openAs(await signUpWithoutPackage(site.test), "/bots");
    await cardOf(page, "Alpha-Forex-01").getByText("Deposit $100+ to unlock").waitFor();
    const basket = cardOf(page, "Core Basket");
    await basket.getByTestId("card-verdict").getByText("Evidence of more than bills").waitFor();
    await basket.getByText(AFTER_SHARE("at 70:30, without a package, ", "no ")).waitFor();
    for (const sentence of [BECAME, FELL]) await basket.getByText(sentence).waitFor();
    await basket.getByText("You would have kept $21,860 without a package, with 70% of the profit.").waitFor();
    await basket.getByText(/fund costs of 0\.2% a year and 30% tax on dividends/).waitFor();
    // The plan that unlocks it, and one that cannot be judged.
    await cardOf(page, "Index-Pro-04")
      .getByText("You would have kept $80,560 on the Professional plan, with 80% of the profit.")
      .waitFor();
    const scalper = cardOf(page, "Alpha-Forex-01");
    await scalper.getByTestId("card-verdict").getByText("Can't be judged").waitFor();
    await scalper.getByText(/^The bot decides on hourly bars, and this record is on daily bars\./).waitFor();
    expect(await scalper.getByTestId("money-sentences").count()).toBe(0);
    expect(await scalper.getByText("BACKTEST", { exact: true }).count()).toBe(0);
    const grades = page.getByTestId("bot-grades");
    await expect
      .poll(async () => (await grades.innerText()).replace(/\s+/g, " "))
      .toMatch(
        /^Evidence of more than bills Core Basket with Trend .*Evidence only before Wazi's share Core Basket No evidence/,
      );
    await cardOf(page, "Core Basket with Trend").getByText(EARN_FIXED).waitFor();
    expect(await cardOf(page, "Core Basket").getByText(EARN).count()).toBe(0);
    await expect.poll(() => page.getByTestId("bot-count").innerText()).toBe("8 of 8 bots");
    await expectAccessible(page, "bots-without-package");

    await press(page, "Activate Core Basket with Trend");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("You keep 70% of each profit. Wazi takes 30%.", { exact: false }).waitFor();
    await dialog.getByLabel("Allocation amount (USD)").fill("9");
    await press(dialog, "Activate bot");
    await dialog.getByText("The minimum allocation is $10").waitFor();
    await dialog.getByLabel("Allocation amount (USD)").fill("50");
    await expectAccessible(page, "activate-portfolio");
    await press(dialog, "Activate bot");
    await page.getByText("Bot Activated").waitFor();
    await cardOf(page, "Core Basket with Trend").getByText("Active", { exact: true }).waitFor();

    await page.goto("/dashboard");
    await expect.poll(() => page.getByTestId("active-bots").innerText()).toBe("1");
    await page.getByText("1 core portfolio", { exact: true }).waitFor();
  });

  it("have a page each, without prices for one that buys nothing", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), `/bots/${await findId(site, "Core Basket")}`);
    const evidence = page.getByRole("region", { name: "Evidence", exact: true });
    await evidence.getByTestId("verdict").getByText("Evidence of more than bills").waitFor();
    for (const sentence of [BECAME, FELL]) await evidence.getByText(sentence).waitFor();
    await evidence.locator("summary").filter({ hasText: "What you keep" }).click();
    await evidence
      .getByRole("row", { name: /^No package You keep 70% of the profit \$21,860 .* No evidence$/ })
      .waitFor();
    await evidence.getByRole("row", { name: /^Enterprise You keep 90% of the profit \$27,820 .* Evidence$/ }).waitFor();
    await evidence.getByRole("row", { name: /^10 years 457 starts \$1,700 \$1,479 \$1,218 \+1\.0%$/ }).waitFor();
    await evidence.getByText(/, on 3 price series, after all costs\.$/).waitFor();
    await page.getByLabel("Symbol").waitFor();
    await expectAccessible(page, "portfolio");

    await page.goto(`/bots/${await findId(site, "Bills")}`);
    await evidence.getByTestId("verdict").getByText("Benchmark").waitFor();
    await evidence.getByText("You would have kept all of it: Wazi takes no share of interest.").waitFor();
    await evidence.getByText(/, on Treasury bills alone, after all costs\.$/).waitFor();
    await page.getByText(EARN_FIXED).waitFor();
    await page.getByRole("region", { name: "Track record" }).waitFor();
    expect(await page.getByLabel("Symbol").count()).toBe(0);
    await expectAccessible(page, "bills");
  });

  it("say why bills take no new money where no interest is paid", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.funded("500"), "/help");
    // The site of the tests is a demo, where all are open. Only the screens are told otherwise.
    await page.route("**/api/portfolios", async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as Bot[];
      const closed = list.map((bot) =>
        bot.name === "Bills" ? { ...bot, newMoney: "closed", billInterest: { source: "none" } } : bot,
      );
      await route.fulfill({ response, json: closed });
    });
    await page.goto("/bots");
    const card = cardOf(page, "Bills");
    await card.getByText("Bills takes no new money, because the money in it earns no interest here.").waitFor();
    await card.getByText("Closed", { exact: true }).waitFor();
    expect(await card.getByText(EARN).count()).toBe(0);
    expect(await card.getByRole("button", { name: "Activate Bills" }).isDisabled()).toBe(true);
    await expectAccessible(page, "bots-bills-closed");
  });
});
