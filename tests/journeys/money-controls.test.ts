import type { CurrentUser } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { recordSecurityEvent } from "../../apps/server/src/people/security-holds/store.ts";
import { browserTest } from "../harness/browser-test.ts";
import { startWithdrawal } from "../harness/money-calls.ts";
import { callApi, expectToast, findRow, press } from "../harness/page-actions.ts";
import type { TestClient } from "../harness/test-app.ts";

const it = browserTest
  .extend("settings", { scope: "file" }, () => ({ ADMIN_ALONE_DAILY_LIMIT: "1000" }))
  .extend("jane", { scope: "file" }, ({ site }) =>
    site.test.administrator("money", { firstName: "Jane", lastName: "Doe" }),
  );

const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const readBalance = async (client: TestClient): Promise<string> =>
  (await callApi<CurrentUser>(client, "GET", "/api/auth/user")).account.balance;

describe("an adjustment above the limit", () => {
  it("is asked for by one administrator and approved by another", async ({ pages, site, jane }) => {
    const investor = await site.test.signUp();
    await callApi(jane, "POST", `/api/admin/users/${investor.userId}/balance`, {
      balance: "5000",
      reason: "Refund of case 12",
    });
    const asker = await pages.openAdmin("/admin?tab=adjustments", { client: jane });
    await findRow(asker.page, investor)
      .getByRole("button", { name: /^Review/ })
      .click();
    await dialogOf(asker.page).getByText("Another administrator must approve or reject it.").waitFor();
    expect(await dialogOf(asker.page).getByRole("button", { name: "Approve" }).count()).toBe(0);
    const { page } = await pages.openAdmin("/admin");
    await expect.poll(() => page.getByTestId("pending-adjustments").innerText()).toBe("1");
    await page.getByRole("link", { name: /^Pending adjustments/ }).click();
    const dialog = dialogOf(page);
    await findRow(page, investor)
      .getByRole("button", { name: /^Review/ })
      .click();
    await dialog.getByText("Refund of case 12").waitFor();
    await dialog.getByText("$5,000.00").first().waitFor();
    await press(dialog, "Approve");
    await press(dialog, "Approve adjustment");
    await expectToast(page, "Success", "The adjustment for Amina Otieno is applied.");
    expect(await readBalance(investor)).toBe("5000.00");
  });
});

describe("a withdrawal after a change of the email", () => {
  it("shows the hold to the investor and to administrators, and ends early with a reason", async ({
    pages,
    site,
    jane,
  }) => {
    const investor = await site.test.funded("300");
    await site.test.sql.begin((tx) => recordSecurityEvent(tx, investor.userId, "email-changed", new Date()));
    await startWithdrawal(investor, "200");
    const own = await pages.openAs(investor, "/withdrawal");
    await own.page
      .getByText(/^Waiting until/)
      .first()
      .waitFor();
    const { page } = await pages.openAdmin("/admin?tab=withdrawals", { client: jane });
    const dialog = dialogOf(page);
    await findRow(page, investor)
      .getByRole("button", { name: /^Review/ })
      .click();
    await dialog.getByText(/^Held until/).waitFor();
    await press(dialog, "End the hold");
    await dialog.getByLabel("Reason").fill("Called the known number");
    await press(dialog, "End the hold");
    await expectToast(page, "Success", "The hold has ended. The withdrawal can be completed.");
    await findRow(page, investor)
      .getByRole("button", { name: /^Complete/ })
      .waitFor();
  });

  it("is cancelled by the investor", async ({ pages, site }) => {
    const investor = await site.test.funded("300");
    await startWithdrawal(investor, "200");
    const { page } = await pages.openAs(investor, "/withdrawal");
    await page.getByRole("button", { name: "Cancel withdrawal" }).click();
    await press(dialogOf(page), "Cancel withdrawal");
    await expectToast(page, "Withdrawal Cancelled", "$200.00 returned to your balance.");
    expect(await readBalance(investor)).toBe("300.00");
  });
});
