import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { expectAccessible, press } from "../harness/page-actions.ts";
import { passDays } from "../harness/pass-days.ts";
import { takePictures } from "../harness/take-pictures.ts";

const LEGAL_BASIS = "Deposit licence 12/2026 of the Central Bank of Example";
const it = browserTest.extend("settings", { scope: "file" }, () => ({
  BALANCE_INTEREST_LEGAL_BASIS: LEGAL_BASIS,
  CASH_INTEREST_SOURCE: "fixed:4",
  CASH_INTEREST_MARGIN_PCT: "0.5",
}));

describe("interest on the balance", () => {
  it("is off, is turned on, accrues, and is posted when it is declined", async ({ pages, site }) => {
    const { test } = site;
    const investor = await test.funded("10000");
    const { page } = await pages.openAs(investor, "/money");
    const card = page.getByTestId("balance-interest");
    await card.getByText("Off", { exact: true }).waitFor();
    await card.getByText("3.50% a year").waitFor();
    await card.getByText(LEGAL_BASIS).waitFor();
    await takePictures(page, "balance-interest-off");
    await expectAccessible(page, "balance-interest");
    await press(page, "Turn on interest");
    await page.getByText("Interest is on. Today is the first day that counts.").waitFor();

    await passDays(test, 30);
    await page.reload();
    await expect.poll(() => page.getByTestId("interest-accrued").textContent()).toBe("$28.276477");
    await takePictures(page, "balance-interest-on");
    await press(page, "Decline interest");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("We post $28.27 of interest to your balance now.").waitFor();
    await takePictures(page, "balance-interest-decline");
    await expectAccessible(page, "balance-interest-decline");
    await dialog.getByRole("button", { name: "Decline interest" }).click();
    await page.getByText("Interest is off. What had accrued was posted.").waitFor();
    await expect.poll(() => page.getByTestId("interest-posted").textContent()).toBe("$28.27");
    await page.goto("/statement");
    await page.getByText("Interest of $28.27 on your balance.").first().waitFor();

    const { page: office } = await pages.openAdmin(`/admin/users/${investor.userId}`);
    await office.getByText("Interest of $28.27 on the user's balance.").first().waitFor();
    expect(await test.differences()).toEqual([]);
  });

  it("is in the terms, with its legal basis", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.goto("/terms");
    await page.getByText(`Legal basis: ${LEGAL_BASIS}`).waitFor();
  });
});
