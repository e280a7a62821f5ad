import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { activate } from "../harness/money-calls.ts";
import { expectAccessible, press } from "../harness/page-actions.ts";
import { OWN_TIME } from "../harness/scripted-bots.ts";

const it = browserTest.extend("settings", { scope: "file" }, () => ({
  ...OWN_TIME,
  PROFIT_SHARE_ABOVE: "bills",
  CASH_INTEREST_SOURCE: "fixed:4.5",
}));

const NAME = "Alpha-Forex-01";
const NO_SHARE = "No share is taken of what Treasury bills would have earned on your money.";
/** Half a per cent a day, of which the operator keeps a fifth. */
const RATE = { gross: 5_000_000_000n, margin: 1_000_000_000n };
const FIRST_DAY = 20_000;

describe("a share above bills", () => {
  it("is in all public texts of the share, and in the calculator", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    for (const path of ["/terms", "/how-wazi-earns", "/disclaimer", "/help", "/fees", "/#pricing"]) {
      await page.goto(path);
      await page.getByText(NO_SHARE).waitFor();
    }
    await page.goto("/fees");
    const calculator = page.getByTestId("profit-share-calculator");
    await calculator.getByLabel("Treasury bills would have earned (USD)").fill("40");
    await expect.poll(() => calculator.getByTestId("calculated-share").getAttribute("value")).toBe("12.00");
    await calculator.getByText("Of which bills would have earned").waitFor();
    await expectAccessible(page, "fees-above-bills");
  });

  it("is in what is kept of each record", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.goto("/#portfolios");
    const basket = page.getByTestId("landing-portfolio").nth(0);
    await basket.getByText("You would have kept $24,011 without a package, with 70% of the profit.").waitFor();
    await basket.getByText(/^Kept means after Wazi's share of profit above bills, fund costs/).waitFor();
    const after = "After Wazi's share at 70:30, without a package, there is evidence of more than bills.";
    await basket.getByText(after).waitFor();
  });

  it("is explained before activating, on the position and at the exit", async ({ pages, site }) => {
    const { bots, test } = site;
    const [botId] = bots.ids;
    await bots.earn(0, FIRST_DAY, RATE);
    const investor = await test.funded("1000");
    const { page } = await pages.openAs(investor, `/bots/${botId}`);
    await press(page, `Activate ${NAME}`);
    await page.getByRole("dialog").getByText(NO_SHARE).waitFor();
    await expectAccessible(page, "activate-above-bills");
    await page.keyboard.press("Escape");

    expect((await activate(investor, botId, "1000")).status).toBe(200);
    await bots.open(0, { side: "buy", price: 100, exposure: "1" });
    await bots.earn(0, FIRST_DAY + 10, RATE);
    await bots.close(0, 110);
    await page.reload();
    await page.getByText("Your share of a profit above Treasury bills").first().waitFor();
    await press(page, `Deactivate ${NAME}`);
    await page.getByRole("dialog").getByText("$10.42 of the gain is what Treasury bills would have earned.").waitFor();
    const { page: office } = await pages.openAdmin(`/admin/users/${investor.userId}`);
    await office.getByText("above bills", { exact: true }).first().waitFor();
  });
});
