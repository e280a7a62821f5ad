import type { Deposit, Withdrawal } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { createSmallPicture, toDataUrl } from "../../apps/server/src/people/documents/sample-pictures.ts";
import { turnOnApp } from "../harness/authenticator-app.ts";
import { browserTest } from "../harness/browser-test.ts";
import { callApi, expectAccessible, press } from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import { PASSWORD, type TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("settings", { scope: "file" }, () => ({ ADMIN_ALONE_DAILY_LIMIT: "5000" }));

const mpesa = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
const boxes = (page: Page): Locator => page.getByRole("checkbox", { name: /^Select the / });
const bulkRow = (page: Page, name: string): Locator =>
  page.getByRole("dialog").getByRole("listitem").filter({ hasText: name });

async function createDeposit(
  site: TestSite,
  lastName: string,
  amount: string,
): Promise<{ client: TestClient; id: string }> {
  const client = await site.test.signUp({ firstName: "Bulk", lastName });
  const { id } = await callApi<Deposit>(client, "POST", "/api/user/deposits", {
    amount,
    currency: "USDT",
    network: "TRC20",
  });
  return { client, id };
}

async function createWithdrawal(
  site: TestSite,
  lastName: string,
  amount: string,
): Promise<{ client: TestClient; id: string }> {
  const client = await site.test.funded("6000", { firstName: "Bulk", lastName });
  const { id } = await callApi<Withdrawal>(client, "POST", "/api/user/withdrawals", { amount, ...mpesa });
  return { client, id };
}

async function openList(pages: Pages, tab: string, search: string): Promise<Page> {
  const { page } = await pages.openAdmin(`/admin?tab=${tab}&search=${search}`);
  await boxes(page).first().waitFor();
  return page;
}

describe("several pending deposits", () => {
  it("are approved one by one after a summary, and a refusal hides none of them", async ({ pages, site }) => {
    const made = [
      await createDeposit(site, "Anyango", "100.50"),
      await createDeposit(site, "Barasa", "200"),
      await createDeposit(site, "Chebet", "300"),
    ];
    const page = await openList(pages, "deposits", "Bulk");
    // With the keyboard: the space bar selects the row that has the focus.
    await page.locator("[data-record]").first().focus();
    await page.keyboard.press("Space");
    await page.getByText("1 deposit selected").waitFor();
    await press(page, "Select all 3 pending on this page");
    await page.getByText("3 deposits selected").waitFor();
    await page.getByRole("button", { name: "Approve…" }).click();
    await page.getByText("3 deposits for $600.50, of 3 investors").waitFor();
    await expectAccessible(page, "summary of several deposits");
    // Someone else is faster with one of them.
    await site.test.admin.call("POST", `/api/admin/deposits/${made[1]!.id}/approve`, { status: "failed" });
    await press(page, "Approve 3 deposits");
    await page.getByRole("alert").filter({ hasText: "2 of 3 deposits approved, 1 not." }).waitFor();
    expect(await bulkRow(page, "Anyango").textContent()).toContain("$100.50 credited.");
    expect(await bulkRow(page, "Barasa").textContent()).toMatch(/✗ .+/);
    expect(await bulkRow(page, "Chebet").textContent()).toContain("$300.00 credited.");
    await expectAccessible(page, "result of several deposits");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    const balances = [];
    for (const { client } of made) {
      balances.push((await callApi<{ account: { balance: string } }>(client, "GET", "/api/auth/user")).account.balance);
    }
    expect(balances).toEqual(["100.50", "0.00", "300.00"]);
  });

  it("are selected only by those who may decide them", async ({ pages, site }) => {
    await createDeposit(site, "Reader", "100");
    const reader = await site.test.administrator("read-only");
    const { page } = await pages.openAdmin("/admin?tab=deposits", { client: reader });
    await page.locator("[data-record]").first().waitFor();
    expect(await boxes(page).count()).toBe(0);
  });
});

describe("an administrator with a second factor", () => {
  it("confirms several decisions at once, each in words", async ({ pages, site }) => {
    const jane = await site.test.administrator("full", { firstName: "Jane", lastName: "Doe" });
    const { recoveryCodes } = await turnOnApp(jane, PASSWORD);
    await createDeposit(site, "Proved-One", "100");
    await createDeposit(site, "Proved-Two", "250");
    const { page, context } = await pages.openVisitor();
    const data = { email: jane.email, password: PASSWORD, totp: recoveryCodes[0] };
    expect((await context.request.post("/api/auth/signin", { data })).status()).toBe(200);
    await page.goto("/admin?tab=deposits&search=Proved");
    for (let each = 0; each < 2; each += 1) await boxes(page).nth(each).click();
    await page.getByRole("button", { name: "Approve…" }).click();
    await press(page, "Approve 2 deposits");
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    await press(proof, "Cancel");
    await page.getByRole("alert").filter({ hasText: "0 of 2 deposits approved, 2 not." }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

    await page.getByRole("button", { name: "Approve…" }).click();
    await press(page, "Approve 2 deposits");
    const acts = proof.getByRole("list", { name: "What you confirm" }).getByRole("listitem");
    await expect.poll(() => acts.count()).toBe(2);
    expect((await acts.allTextContents()).sort()).toEqual([
      expect.stringMatching(/^Approve a deposit\.Bulk Proved-One · .+ · \$100\.00$/),
      expect.stringMatching(/^Approve a deposit\.Bulk Proved-Two · .+ · \$250\.00$/),
    ]);
    await press(proof, "Use a recovery code");
    await proof.getByLabel("Recovery code").fill(recoveryCodes[1] ?? "");
    await expectAccessible(page, "step-up for several deposits");
    await press(proof, "Confirm");
    await page.getByText("2 of 2 deposits approved.").waitFor();
  });
});

describe("several pending withdrawals", () => {
  it("say which cannot be completed and why, and complete the others", async ({ pages, site }) => {
    await site.test.administrator("read-only");
    await createWithdrawal(site, "Payout-One", "100");
    await createWithdrawal(site, "Payout-Two", "200");
    await createWithdrawal(site, "Payout-Large", "5500");
    const page = await openList(pages, "withdrawals", "Payout");
    for (let each = 0; each < 3; each += 1) await boxes(page).nth(each).click();
    await page.getByRole("button", { name: "Complete…" }).click();
    await page.getByText("2 withdrawals for $300.00, of 2 investors").waitFor();
    await page.getByRole("heading", { name: "1 withdrawal cannot be decided here" }).waitFor();
    expect(await bulkRow(page, "Payout-Large").textContent()).toContain("Another administrator must confirm it first.");
    await press(page, "Complete 2 withdrawals");
    await page.getByText("2 of 2 withdrawals completed.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await page.getByText("1 withdrawal selected").waitFor();
    await page.getByRole("button", { name: "Reject…" }).click();
    await press(page, "Reject 1 withdrawal");
    await page.getByText("Say why. These investors will read it.").waitFor();
    await page.getByLabel("Reason").fill("Please use another number.");
    await press(page, "Reject 1 withdrawal");
    await page.getByText("1 of 1 withdrawal rejected.").waitFor();
  });
});

describe("several pending verifications", () => {
  it("are not approved before their images were viewed, and are rejected with one reason", async ({ pages, site }) => {
    const picture = toDataUrl("jpeg", await createSmallPicture());
    for (const lastName of ["Verify-One", "Verify-Two"]) {
      const client = await site.test.signUp({ firstName: "Bulk", lastName });
      const body = { documentType: "passport", documentNumber: "A1234567", frontImageUrl: picture };
      await callApi(client, "POST", "/api/verification/submit", body);
    }
    const page = await openList(pages, "verifications", "Verify");
    for (let each = 0; each < 2; each += 1) await boxes(page).nth(each).click();
    await page.getByRole("button", { name: "Approve…" }).click();
    await page.getByText("None of the selected verifications can be decided here.").waitFor();
    expect(await bulkRow(page, "Verify-One").textContent()).toContain("Open it and view all its images first.");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("button", { name: "Reject…" }).click();
    await page.getByLabel("Rejection reason").fill("The picture cannot be read.");
    await press(page, "Reject 2 verifications");
    await page.getByText("2 of 2 verifications rejected.").waitFor();
  });
});
