import type { AdminDeposit, AdminWithdrawal, CurrentUser } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { WatchedPage } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import { startDeposit, startWithdrawal } from "../harness/money-calls.ts";
import {
  press,
  findRow,
  expectToast,
  expectOnlyClose,
  withStaleList,
  failOnce,
  callApi,
} from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import { expectPage, idsOf, rowsOf, searchOf, type ListPage } from "../harness/record-list.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest
  .extend("settings", { scope: "file" }, () => ({ FOUR_EYES_ABOVE: "500" }))
  .extend("jane", { scope: "file" }, ({ site }) =>
    site.test.administrator("money", { firstName: "Jane", lastName: "Doe" }),
  );

const DEPOSITS = "/api/admin/deposits";
const WITHDRAWALS = "/api/admin/withdrawals";
const FAILURE = "Something went wrong on our side. Please try again.";
const OPTIONAL_HASH = "Transaction hash (optional)";
/** The page shows other people's changes at its next refresh. */
const visibleWithin = { timeout: 20_000 };

const open = (pages: Pages, tab: string, client?: TestClient): Promise<WatchedPage> =>
  pages.openAdmin(`/admin?tab=${tab}`, { client });
const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const buttonOf = (row: Locator, name: RegExp): Locator => row.getByRole("button", { name });

const readBalance = async (client: TestClient): Promise<string> =>
  (await callApi<CurrentUser>(client, "GET", "/api/auth/user")).account.balance;

/** Reads one record through its list. */
async function readRecord<T extends { id: string }>(site: TestSite, path: string, id: string): Promise<T> {
  const { items } = await callApi<ListPage<T>>(site.test.admin, "GET", `${path}?search=${id}&limit=1`);
  const [found] = items;
  if (found?.id !== id) throw new Error(`${path} has no ${id}`);
  return found;
}

/** Creates an investor with a pending withdrawal and 100 more. */
async function createWithdrawal(site: TestSite, amount: string): Promise<{ investor: TestClient; id: string }> {
  const investor = await site.test.funded(String(Number(amount) + 100));
  return { investor, id: (await startWithdrawal(investor, amount)).id };
}

describe("a deposit", () => {
  it("rejects a reused transaction hash and keeps the form", async ({ pages, site, jane }) => {
    const other = await site.test.signUp();
    await callApi(jane, "POST", `${DEPOSITS}/${(await startDeposit(other, "120")).id}/approve`, {
      status: "completed",
      transactionHash: "USED-BEFORE",
    });
    const investor = await site.test.signUp();
    const { id } = await startDeposit(investor, "200");
    const { page } = await open(pages, "deposits");
    const dialog = dialogOf(page);
    const received = dialog.getByLabel("Received amount (USD, optional)");
    const hash = dialog.getByLabel(OPTIONAL_HASH);
    await buttonOf(findRow(page, investor), /^Approve/).click();
    await received.fill("199.50");
    await hash.fill("USED-BEFORE");
    await press(dialog, "Approve deposit");
    await dialog.getByText("This transaction has already been credited.").first().waitFor();
    expect([await received.inputValue(), await hash.inputValue()]).toEqual(["199.50", "USED-BEFORE"]);
    expect((await readRecord<AdminDeposit>(site, DEPOSITS, id)).status).toBe("pending");
    expect(await readBalance(investor)).toBe("0.00");
    await hash.fill("USED-NOW");
    await press(dialog, "Approve deposit");
    await expectToast(page, "Success", "$199.50 credited to Amina Otieno.");
    expect(await readBalance(investor)).toBe("199.50");
  });

  it("is found by currency", async ({ pages, site }) => {
    const investor = await site.test.signUp();
    const { id } = await callApi<{ id: string }>(investor, "POST", "/api/user/deposits", {
      amount: "130",
      currency: "USDC",
      network: "ERC20",
    });
    const { page } = await open(pages, "deposits");
    const currency = page.getByLabel("Currency", { exact: true });
    await findRow(page, investor).waitFor();
    await currency.selectOption("USDC");
    await expectPage(page, "1–1 of 1");
    await expect.poll(() => idsOf(page), visibleWithin).toEqual([id]);
    expect(new URLSearchParams(searchOf(page)).get("currency")).toBe("USDC");
    await currency.selectOption("LTC");
    await page.getByText("No results for these filters.").waitFor();
    await currency.selectOption("");
    await expect.poll(() => rowsOf(page).count(), visibleWithin).toBeGreaterThan(1);
  });
});

describe("a withdrawal in payment", () => {
  const pay = (site: TestSite, id: string): Promise<unknown> =>
    site.test.sql`update withdrawals set status = 'processing', version = version + 1 where id = ${id}`;

  it("can only be completed, with the payment's hash", async ({ pages, site }) => {
    const { investor, id } = await createWithdrawal(site, "210");
    await pay(site, id);
    const { page } = await open(pages, "withdrawals");
    const dialog = dialogOf(page);
    const row = findRow(page, investor);
    await row.getByText("Processing", { exact: true }).waitFor();
    expect(await buttonOf(row, /^Reject/).count()).toBe(0);
    await buttonOf(row, /^More actions for/).click();
    expect(await row.getByRole("menuitem", { name: "Reject" }).count()).toBe(0);
    const remove = row.getByRole("menuitem", { name: "Delete" });
    expect([await remove.getAttribute("aria-disabled"), await remove.innerText()]).toEqual([
      "true",
      expect.stringContaining("Payment in progress"),
    ]);
    await row.getByRole("menuitem", { name: "Details" }).click();
    await dialog.getByRole("button", { name: "Complete" }).waitFor();
    expect(await dialog.getByRole("button", { name: /^(Reject|Delete)/ }).count()).toBe(0);
    await press(dialog, "Complete");
    const hash = dialog.getByLabel("Transaction hash", { exact: true });
    await press(dialog, "Complete withdrawal");
    await dialog
      .getByText(/Please enter the transaction hash of the payment\.$/)
      .first()
      .waitFor();
    expect((await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).status).toBe("processing");
    await hash.fill("PAID-210");
    await press(dialog, "Complete withdrawal");
    await expectToast(page, "Success", "The withdrawal is processed.");
    expect(await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).toMatchObject({
      status: "completed",
      transactionHash: "PAID-210",
    });
  });

  it.for<[how: string, choice: string, button: string, refusal: RegExp]>([
    ["rejected", "Reject", "Reject withdrawal", /cannot be rejected\.$/],
    ["deleted", "Delete", "Delete withdrawal", /cannot be deleted\.$/],
  ])("cannot be %s once payment has started", async ([_how, choice, button, refusal], { pages, site }) => {
    const { investor, id } = await createWithdrawal(site, "220");
    const { page } = await open(pages, "withdrawals");
    const dialog = dialogOf(page);
    await findRow(page, investor).click();
    await press(dialog, choice);
    await withStaleList(page, WITHDRAWALS, async () => {
      await pay(site, id);
      await press(dialog, button);
      await dialog.getByText(refusal).first().waitFor();
    });
    expect((await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).status).toBe("processing");
    expect(await readBalance(investor)).toBe("100.00");
  });
});

describe("rejecting a withdrawal", () => {
  it("keeps the note after a failure", async ({ pages, site }) => {
    const { investor, id } = await createWithdrawal(site, "230");
    const { page } = await open(pages, "withdrawals");
    const dialog = dialogOf(page);
    const note = dialog.getByLabel("Note (optional)");
    await buttonOf(findRow(page, investor), /^Reject/).click();
    await note.fill("The number is not yours.");
    await failOnce(page, `${WITHDRAWALS}/*/approve`, "POST");
    await press(dialog, "Reject withdrawal");
    await dialog.getByText(FAILURE).waitFor();
    expect(await note.inputValue()).toBe("The number is not yours.");
    expect((await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).status).toBe("pending");
    await press(dialog, "Reject withdrawal");
    await expectToast(page, "Success", "The withdrawal was rejected and the money was returned to the balance.");
    expect(await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).toMatchObject({
      status: "rejected",
      notes: "The number is not yours.",
    });
    expect(await readBalance(investor)).toBe("330.00");
  });

  it("says when another administrator has completed it", async ({ pages, site, jane }) => {
    const { investor, id } = await createWithdrawal(site, "240");
    const { page } = await open(pages, "withdrawals");
    const dialog = dialogOf(page);
    const note = dialog.getByLabel("Note (optional)");
    await buttonOf(findRow(page, investor), /^Reject/).click();
    await note.fill("Too late.");
    await withStaleList(page, WITHDRAWALS, async () => {
      await callApi(jane, "POST", `${WITHDRAWALS}/${id}/approve`, { status: "completed", transactionHash: "PAID-240" });
      await press(dialog, "Reject withdrawal");
      await dialog
        .getByText(/^This withdrawal is no longer pending: it was completed by Jane Doe at .* UTC$/)
        .waitFor();
    });
    await dialog.getByText("Someone else already decided").waitFor();
    expect([await note.inputValue(), await note.isEditable()]).toEqual(["Too late.", false]);
    await expectOnlyClose(dialog);
    expect(await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).toMatchObject({
      status: "completed",
      notes: null,
    });
    expect(await readBalance(investor)).toBe("100.00");
  });

  it("says who is about to complete it", async ({ pages, site, jane }) => {
    const { investor, id } = await createWithdrawal(site, "250");
    const [first, second] = [await open(pages, "withdrawals"), await open(pages, "withdrawals", jane)];
    const [here, there] = [dialogOf(first.page), dialogOf(second.page)];
    await buttonOf(findRow(second.page, investor), /^Complete/).click();
    await there.getByLabel(OPTIONAL_HASH).fill("NEVER-PAID");
    await withStaleList(second.page, WITHDRAWALS, async () => {
      await buttonOf(findRow(first.page, investor), /^Reject/).click();
      await press(here, "Reject withdrawal");
      await expectToast(first.page, "Success");
      await press(there, "Complete withdrawal");
      await there
        .getByText(/^This withdrawal is no longer pending: it was rejected by Wazi Admin.* at .* UTC$/)
        .waitFor();
    });
    await there.getByText("Someone else already decided").waitFor();
    expect(await there.getByLabel(OPTIONAL_HASH).inputValue()).toBe("NEVER-PAID");
    await expectOnlyClose(there);
    expect(await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).toMatchObject({
      status: "rejected",
      transactionHash: null,
    });
    expect(await readBalance(investor)).toBe("350.00");
  });
});

describe("a payout that needs two administrators", () => {
  const elsewhere = "+254799999999";
  const redirect = (site: TestSite, id: string): Promise<unknown> =>
    site.test.sql`update withdrawals set phone_number = ${elsewhere}, version = version + 1 where id = ${id}`;

  it("is confirmed on the second try after a failure", async ({ pages, site }) => {
    const { investor, id } = await createWithdrawal(site, "600");
    const { page } = await open(pages, "withdrawals");
    const dialog = dialogOf(page);
    await buttonOf(findRow(page, investor), /^Confirm/).click();
    await failOnce(page, `${WITHDRAWALS}/*/confirm`, "POST");
    await press(dialog, "Confirm payout");
    await dialog.getByText(FAILURE).waitFor();
    expect((await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).confirmation).toBeNull();
    await press(dialog, "Confirm payout");
    await expectToast(page, "Success", "Payout confirmed. Another administrator must complete it.");
    await dialog.waitFor({ state: "detached" });
    expect(await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).toMatchObject({
      confirmation: { confirmedBy: { email: "admin@wazi.local" }, amount: "600.00" },
    });
  });

  it("is not confirmed when the destination changed meanwhile", async ({ pages, site }) => {
    const { investor, id } = await createWithdrawal(site, "610");
    const { page } = await open(pages, "withdrawals");
    const dialog = dialogOf(page);
    await buttonOf(findRow(page, investor), /^Confirm/).click();
    await withStaleList(page, WITHDRAWALS, async () => {
      await redirect(site, id);
      await press(dialog, "Confirm payout");
      await dialog
        .getByText(
          "This withdrawal is $610.00 to M-Pesa Kenya +254799999999, which is not what you saw. Please check again.",
        )
        .first()
        .waitFor();
    });
    await dialog.getByText(/^You confirm that \$610\.00 may be paid to M-Pesa Kenya \+254799999999\./).waitFor();
    expect((await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).confirmation).toBeNull();
    await press(dialog, "Confirm payout");
    await expectToast(page, "Success");
    expect((await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).confirmation).toMatchObject({
      destination: "M-Pesa Kenya +254799999999",
    });
  });

  it("needs a new confirmation when the destination has changed", async ({ pages, site, jane }) => {
    const { investor, id } = await createWithdrawal(site, "620");
    await callApi(jane, "POST", `${WITHDRAWALS}/${id}/confirm`, {
      amount: "620.00",
      destination: "M-Pesa Kenya +254712345678",
    });
    const { page } = await open(pages, "withdrawals");
    const dialog = dialogOf(page);
    await buttonOf(findRow(page, investor), /^Complete/).click();
    await dialog.getByText("Confirmed by another administrator").waitFor();
    await withStaleList(page, WITHDRAWALS, async () => {
      await redirect(site, id);
      await press(dialog, "Complete withdrawal");
      await dialog
        .getByText(/which is not what/)
        .first()
        .waitFor();
    });
    await dialog.getByText("Needs two administrators").waitFor();
    await dialog.getByRole("button", { name: "Confirm payout" }).waitFor();
    expect(await dialog.getByRole("button", { name: /^Complete/ }).count()).toBe(0);
    expect((await readRecord<AdminWithdrawal>(site, WITHDRAWALS, id)).status).toBe("pending");
    await press(dialog, "Cancel");
    await buttonOf(findRow(page, investor), /^Confirm/).waitFor();
  });
});
