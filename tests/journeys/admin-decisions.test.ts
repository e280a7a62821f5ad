import type { AdminDeposit, AdminWithdrawal, CurrentUser, Deposit, Withdrawal } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { WatchedPage } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import {
  press,
  findRow,
  chooseFromMenu,
  expectToast,
  expectOnlyClose,
  expectAccessible,
  abortRequests,
  withStaleList,
  failOnce,
  loseAnswer,
  callApi,
} from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest
  .extend("settings", { scope: "file" }, () => ({ ADMIN_ALONE_DAILY_LIMIT: "5000" }))
  .extend("jane", { scope: "file" }, ({ site }) =>
    site.test.administrator("money", { firstName: "Jane", lastName: "Doe" }),
  );

const DEPOSITS = "/api/admin/deposits";
const WITHDRAWALS = "/api/admin/withdrawals";
const HASH = "QKJ7X1M2TZ";

const open = (pages: Pages, tab: string, client?: TestClient): Promise<WatchedPage> =>
  pages.openAdmin(`/admin?tab=${tab}`, { client });
const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const buttonOf = (row: Locator, name: RegExp): Locator => row.getByRole("button", { name });
const readCopied = (page: Page): Promise<unknown> => page.evaluate("window.copied");

const readAccount = async (client: TestClient): Promise<CurrentUser["account"]> =>
  (await callApi<CurrentUser>(client, "GET", "/api/auth/user")).account;

/** Reads one record through its list. */
async function readRecord<T extends { id: string }>(site: TestSite, path: string, id: string): Promise<T> {
  const { items } = await callApi<{ items: T[] }>(site.test.admin, "GET", `${path}?search=${id}&limit=1`);
  const [found] = items;
  if (found?.id !== id) throw new Error(`${path} has no ${id}`);
  return found;
}

const mpesa = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
const usdt = { currency: "USDT", network: "TRC20" };

/** Creates an investor with a pending withdrawal. */
async function createWithdrawal(
  site: TestSite,
  amount: string,
  form: object = mpesa,
): Promise<{ investor: TestClient; id: string }> {
  const investor = await site.test.funded(String(Number(amount) + 100));
  const { id } = await callApi<Withdrawal>(investor, "POST", "/api/user/withdrawals", { amount, ...form });
  return { investor, id };
}

async function createDeposit(site: TestSite, amount: string): Promise<{ investor: TestClient; id: string }> {
  const investor = await site.test.signUp();
  const { id } = await callApi<Deposit>(investor, "POST", "/api/user/deposits", { amount, ...usdt });
  return { investor, id };
}

/** A headless browser has no clipboard, so this keeps the copied text on the window object. */
const captureClipboard = (page: Page): Promise<void> =>
  page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }");

describe("a withdrawal", () => {
  const crypto = { withdrawalType: "crypto", ...usdt, destinationAddress: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" };
  const bank = {
    withdrawalType: "bank",
    country: "Kenya",
    bankName: "Equity Bank",
    accountName: "Amina Otieno",
    destinationAddress: "0123 4567 8901",
  };

  it.for<[type: string, form: object, values: Record<string, string>]>([
    ["crypto", crypto, { Address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", Amount: "480.00" }],
    ["bank", bank, { "Account number": "012345678901", "Account name": "Amina Otieno", Bank: "Equity Bank" }],
    ["mpesa", mpesa, { "Phone number": "+254712345678" }],
  ])("of type %s is shown with every value to be copied", async ([type, form, values], { pages, site }) => {
    const { investor } = await createWithdrawal(site, "480", form);
    const { page } = await open(pages, "withdrawals");
    await captureClipboard(page);
    await findRow(page, investor).focus();
    await page.keyboard.press("Enter");
    const dialog = dialogOf(page);
    for (const [term, value] of Object.entries(values)) {
      await dialog.getByRole("button", { name: `Copy ${term.toLowerCase()}`, exact: true }).click();
      await expect.poll(() => readCopied(page)).toBe(value);
    }
    await dialog.getByText("KYC not submitted").waitFor();
    await dialog.getByText(/^(just now|\d+ min ago)$/).waitFor();
    await expectAccessible(page, `admin-withdrawal-${type}`);
    await dialog.getByRole("link", { name: "Amina Otieno" }).click();
    await page.waitForURL(`**/admin/users/${investor.userId}`);
  });

  it("is completed with its hash, also after a lost answer", async ({ pages, site }) => {
    const { investor, id } = await createWithdrawal(site, "400");
    const { page } = await open(pages, "withdrawals");
    await buttonOf(findRow(page, investor), /^Complete withdrawal/).click();
    const dialog = dialogOf(page);
    const hash = dialog.getByLabel("Transaction hash (optional)");
    await hash.fill(HASH);
    await expectAccessible(page, "admin-withdrawal-complete");
    await abortRequests(page, `${WITHDRAWALS}/*/approve`, "POST", async () => {
      await press(dialog, "Complete withdrawal");
      await expectToast(page, "Error", "Failed to complete withdrawal");
    });
    await dialog.getByText("the same request is never processed twice").waitFor();
    await failOnce(page, `${WITHDRAWALS}/*/approve`, "POST");
    await press(dialog, "Complete withdrawal");
    await dialog.getByText("Something went wrong on our side. Please try again.").waitFor();
    expect(await hash.inputValue()).toBe(HASH);
    // The server does it, but its answer is lost.
    const lost = await loseAnswer(page, `${WITHDRAWALS}/*/approve`);
    await withStaleList(page, WITHDRAWALS, async () => {
      await press(dialog, "Complete withdrawal");
      await expect.poll(() => lost.length).toBe(1);
      await dialog.getByText("the same request is never processed twice").waitFor();
      const again = page.waitForRequest(`**${WITHDRAWALS}/*/approve`);
      await press(dialog, "Complete withdrawal");
      const request = await again;
      expect(request.headers()["idempotency-key"]).toBe(lost[0]?.["idempotency-key"]);
      expect(request.postDataJSON()).toEqual({
        status: "completed",
        transactionHash: HASH,
        expected: { amount: "400.00", destination: "M-Pesa Kenya +254712345678" },
      });
    });
    await expectToast(page, "Success", "The withdrawal is processed.");
    await dialog.waitFor({ state: "detached" });
    expect(await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).toMatchObject({
      status: "completed",
      transactionHash: HASH,
      settledBy: { email: "admin@wazi.local" },
    });
    expect(await readAccount(investor)).toMatchObject({ balance: "100.00", withdrawalHold: "0.00" });
  });

  it("returns the money when it is rejected with a note or deleted", async ({ pages, site }) => {
    const [rejected, deleted] = [await createWithdrawal(site, "300"), await createWithdrawal(site, "200")];
    const { page } = await open(pages, "withdrawals");
    const dialog = dialogOf(page);
    // By keyboard alone. Holding Enter down only opens the dialog.
    await findRow(page, rejected.investor).focus();
    for (let time = 0; time < 4; time += 1) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await dialog.getByRole("heading", { name: "Withdrawal", exact: true }).waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await dialog.getByText("returns to the balance of").waitFor();
    await page.keyboard.type("The number is not yours.");
    await expectAccessible(page, "admin-withdrawal-reject");
    await page.keyboard.press("Control+Enter");
    await expectToast(page, "Success", "The withdrawal was rejected and the money was returned to the balance.");
    expect((await readRecord<AdminWithdrawal>(site, WITHDRAWALS, rejected.id)).notes).toBe("The number is not yours.");
    await chooseFromMenu(findRow(page, deleted.investor), "Delete");
    await dialog.getByText("returns to their balance immediately").waitFor();
    await expectAccessible(page, "admin-delete-withdrawal");
    await abortRequests(page, `${WITHDRAWALS}/*`, "DELETE", async () => {
      await press(dialog, "Delete withdrawal");
      await expectToast(page, "Error", "Failed to delete withdrawal");
    });
    await press(dialog, "Delete withdrawal");
    await expectToast(page, "Success", "The withdrawal was deleted.");
    for (const [{ investor }, balance] of [[rejected, "400.00"] as const, [deleted, "300.00"] as const]) {
      expect(await readAccount(investor)).toMatchObject({ balance, withdrawalHold: "0.00" });
    }
  });

  it("cannot be decided twice when another administrator was faster", async ({ pages, site, jane }) => {
    const { investor, id } = await createWithdrawal(site, "250");
    const [first, second] = [await open(pages, "withdrawals"), await open(pages, "withdrawals", jane)];
    for (const { page } of [first, second]) await buttonOf(findRow(page, investor), /^Complete withdrawal/).click();
    const dialog = dialogOf(second.page);
    const hash = dialog.getByLabel("Transaction hash (optional)");
    await hash.fill("SECOND-HASH");
    await withStaleList(second.page, WITHDRAWALS, async () => {
      await dialogOf(first.page).getByLabel("Transaction hash (optional)").fill(HASH);
      await press(dialogOf(first.page), "Complete withdrawal");
      await expectToast(first.page, "Success");
      await press(dialog, "Complete withdrawal");
      await dialog
        .getByText(/^This withdrawal is no longer pending: it was completed by Wazi Admin.* at .* UTC$/)
        .waitFor();
      expect(await hash.inputValue()).toBe("SECOND-HASH");
    });
    await dialog.getByText("Someone else already decided").waitFor();
    await dialog.getByText(/^Processed by /).waitFor();
    expect([await hash.inputValue(), await hash.isEditable()]).toEqual(["SECOND-HASH", false]);
    await expectAccessible(second.page, "admin-withdrawal-overtaken");
    await expectOnlyClose(dialog);
    expect((await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).transactionHash).toBe(HASH);
    expect(await readAccount(investor)).toMatchObject({ balance: "100.00", withdrawalHold: "0.00" });
  });

  it("cannot be deleted when it was paid meanwhile", async ({ pages, site, jane }) => {
    const { investor, id } = await createWithdrawal(site, "220");
    const { page } = await open(pages, "withdrawals");
    const dialog = dialogOf(page);
    await chooseFromMenu(findRow(page, investor), "Delete");
    await withStaleList(page, WITHDRAWALS, async () => {
      await callApi(jane, "POST", `${WITHDRAWALS}/${id}/approve`, { status: "completed" });
      await press(dialog, "Delete withdrawal");
      await dialog
        .getByText(/^This withdrawal is no longer pending: it was completed by Jane Doe at .* UTC$/)
        .waitFor();
    });
    await dialog.getByText("Someone else already decided").waitFor();
    await dialog.getByText(/^Processed by Jane Doe/).waitFor();
    await expectOnlyClose(dialog);
    expect((await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).status).toBe("completed");
  });

  it("shows at once who deleted it meanwhile", async ({ pages, site, jane }) => {
    const { investor, id } = await createWithdrawal(site, "150");
    const { page } = await open(pages, "withdrawals");
    await findRow(page, investor).click();
    await callApi(jane, "DELETE", `${WITHDRAWALS}/${id}`);
    await dialogOf(page).locator("dd", { hasText: "by Jane Doe" }).waitFor();
    await expectOnlyClose(dialogOf(page));
  });

  it("needs two administrators above the limit", async ({ pages, site, jane }) => {
    const { investor, id } = await createWithdrawal(site, "6000");
    const [first, second] = [await open(pages, "withdrawals"), await open(pages, "withdrawals", jane)];
    const [here, there] = [dialogOf(first.page), dialogOf(second.page)];
    await findRow(first.page, investor).click();
    await here.getByText("Needs two administrators").waitFor();
    expect(await here.getByRole("button", { name: "Complete" }).count()).toBe(0);
    await press(here, "Confirm payout");
    await here
      .getByText(
        /^You confirm that \$6,000\.00 may be paid to M-Pesa Kenya 0712 345 678\. Do not send the money yet\. Another administrator sends it and completes the withdrawal\.$/,
      )
      .waitFor();
    await expectAccessible(first.page, "admin-withdrawal-confirm");

    // The other administrator is about to confirm it as well.
    await buttonOf(findRow(second.page, investor), /^Confirm withdrawal/).click();
    await withStaleList(second.page, WITHDRAWALS, async () => {
      await press(here, "Confirm payout");
      await expectToast(first.page, "Success", "Payout confirmed. Another administrator must complete it.");
      await press(there, "Confirm payout");
      await there
        .getByText(/^Wazi Admin.* confirmed this withdrawal at .* UTC; another administrator must complete it\.$/)
        .first()
        .waitFor();
    });
    await there.getByText("Confirmed by another administrator").waitFor();
    await there.getByText(/^The payout of \$6,000\.00 to M-Pesa Kenya 0712 345 678 was confirmed by /).waitFor();

    await findRow(first.page, investor).click();
    await here.getByText("Confirmed by you", { exact: true }).waitFor();
    await here.getByText("Do not send it yourself").waitFor();
    expect(await here.getByRole("button", { name: /Complete|Confirm/ }).count()).toBe(0);
    await expectAccessible(first.page, "admin-withdrawal-confirmed-by-you");

    await press(there, "Complete");
    await there.getByLabel("Transaction hash (optional)").fill(HASH);
    await expectAccessible(second.page, "admin-withdrawal-confirmed");
    await press(there, "Complete withdrawal");
    await expectToast(second.page, "Success", "The withdrawal is processed.");
    await here.getByText("Someone else already decided").waitFor();
    await expectOnlyClose(here);
    expect(await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).toMatchObject({
      status: "completed",
      settledBy: { email: jane.email },
      confirmation: { confirmedBy: { email: "admin@wazi.local" }, amount: "6000.00" },
    });
  });
});

describe("a deposit", () => {
  it("previews and credits the received amount", async ({ pages, site }) => {
    const { investor, id } = await createDeposit(site, "250");
    const { page } = await open(pages, "deposits");
    const dialog = dialogOf(page);
    await captureClipboard(page);
    await findRow(page, investor).click();
    const { walletAddress } = await readRecord<AdminDeposit>(site, DEPOSITS, id);
    await press(dialog, "Copy address");
    await expect.poll(() => readCopied(page)).toBe(walletAddress);
    await expectAccessible(page, "admin-deposit");
    await press(dialog, "Approve");
    const figures = dialog.getByRole("row", { name: /^Balance/ });
    await expect.poll(() => figures.innerText()).toMatch(/\$0\.00\s+\$250\.00/);
    await dialog.getByLabel("Received amount (USD, optional)").fill("-5");
    await press(dialog, "Approve deposit");
    await expectToast(page, "Error", "Please enter the amount that was received");
    await dialog.getByLabel("Received amount (USD, optional)").fill("249.95");
    await dialog.getByLabel("Transaction hash (optional)").fill(`${HASH}-1`);
    await expect.poll(() => figures.innerText()).toMatch(/\$0\.00\s+\$249\.95/);
    await expectAccessible(page, "admin-deposit-approve");
    await failOnce(page, `${DEPOSITS}/*/approve`, "POST");
    await press(dialog, "Approve deposit");
    await dialog.getByText("Something went wrong on our side. Please try again.").waitFor();
    await press(dialog, "Approve deposit");
    await expectToast(page, "Success", "$249.95 credited to Amina Otieno.");
    expect(await readRecord<AdminDeposit>(site, DEPOSITS, id)).toMatchObject({
      status: "completed",
      receivedAmount: "249.95",
      transactionHash: `${HASH}-1`,
    });
    expect(await readAccount(investor)).toMatchObject({ balance: "249.95" });
  });

  it("is not credited when it was cancelled meanwhile, and can be credited late", async ({ pages, site }) => {
    const { investor, id } = await createDeposit(site, "300");
    const other = await createDeposit(site, "100");
    await callApi(site.test.admin, "POST", `${DEPOSITS}/${other.id}/approve`, {
      status: "completed",
      transactionHash: `${HASH}-used`,
    });
    const { page } = await open(pages, "deposits");
    const dialog = dialogOf(page);
    await buttonOf(findRow(page, investor), /^Approve deposit/).click();
    await dialog.getByLabel("Transaction hash (optional)").fill(`${HASH}-2`);
    await withStaleList(page, DEPOSITS, async () => {
      await callApi(investor, "POST", `/api/user/deposits/${id}/cancel`);
      await press(dialog, "Approve deposit");
      await dialog.getByText(/^This deposit is no longer pending: it was cancelled by the investor/).waitFor();
    });
    await dialog.getByText(/^Cancelled by the investor/).waitFor();
    expect(await dialog.getByLabel("Transaction hash (optional)").inputValue()).toBe(`${HASH}-2`);
    await expectAccessible(page, "admin-deposit-overtaken");
    await expectOnlyClose(dialog);
    expect(await readAccount(investor)).toMatchObject({ balance: "0.00" });

    await findRow(page, investor).click();
    await press(dialog, "Credit late payment");
    await press(dialog, "Credit late payment");
    await expectToast(page, "Error", "Please enter the amount that was received");
    await dialog.getByLabel("Amount received (USD)").fill("300.50");
    await press(dialog, "Credit late payment");
    await expectToast(page, "Error", "Please enter the transaction hash");
    await dialog.getByLabel("Transaction hash").fill(`${HASH}-used`);
    await dialog.getByText("This creates a separate completed deposit for").waitFor();
    await expect
      .poll(() => dialog.getByRole("row", { name: /^Total deposits/ }).innerText())
      .toMatch(/\$0\.00\s+\$300\.50/);
    await expectAccessible(page, "admin-deposit-late");
    await press(dialog, "Credit late payment");
    await expectToast(page, "Error", "This transaction has already been credited.");
    await dialog.getByLabel("Transaction hash").fill(`${HASH}-2`);
    await press(dialog, "Credit late payment");
    await expectToast(page, "Success", "$300.50 credited to Amina Otieno.");
    expect(await readAccount(investor)).toMatchObject({ balance: "300.50", totalDeposits: "300.50" });
  });

  it("credits nothing when rejected, also after a lost answer", async ({ pages, site, jane }) => {
    const { investor, id } = await createDeposit(site, "120");
    const { page } = await open(pages, "deposits", jane);
    await buttonOf(findRow(page, investor), /^Reject deposit/).click();
    await loseAnswer(page, `${DEPOSITS}/*/approve`);
    await press(dialogOf(page), "Reject deposit");
    await expectToast(page, "Error", "Failed to reject deposit");
    await dialogOf(page).getByText("Already done").waitFor();
    await dialogOf(page)
      .getByText(/^Rejected by you .* Your request went through/)
      .waitFor();
    await expectOnlyClose(dialogOf(page));
    expect(await readRecord<AdminDeposit>(site, DEPOSITS, id)).toMatchObject({
      status: "failed",
      settledBy: { email: jane.email },
    });
    expect(await readAccount(investor)).toMatchObject({ balance: "0.00" });
  });
});
