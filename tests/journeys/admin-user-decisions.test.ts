import { messages, type AdminUserDetail, type CurrentUser, type Statement } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Screen, WatchedPage } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import { waitForAnswers } from "../harness/browser.ts";
import {
  press,
  findRow,
  chooseFromMenu,
  expectToast,
  expectOnlyClose,
  expectAccessible,
  untilNextRefresh,
  abortRequests,
  failOnce,
  loseAnswer,
  callApi,
} from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("jane", { scope: "file" }, ({ site }) =>
  site.test.administrator("full", { firstName: "Jane", lastName: "Doe" }),
);

const USERS = "/api/admin/users";

const openUsers = (pages: Pages, screen?: Screen): Promise<WatchedPage> => pages.openAdmin("/admin?tab=users", screen);
const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const readAccount = async (client: TestClient): Promise<CurrentUser["account"]> =>
  (await callApi<CurrentUser>(client, "GET", "/api/auth/user")).account;
const readDetail = (site: TestSite, { userId }: TestClient): Promise<AdminUserDetail> =>
  callApi<AdminUserDetail>(site.test.admin, "GET", `${USERS}/${userId}`);

const activate = (site: TestSite, client: TestClient, index: number, allocatedAmount: string): Promise<unknown> =>
  callApi(client, "POST", "/api/user/bots/activate", { botId: site.bots.ids[index], allocatedAmount });

/** Keeps the data of one user from refreshing while `act` runs, and refreshes it then. The page needs a clock. */
async function withStaleUser(page: Page, client: TestClient, act: () => Promise<void>): Promise<void> {
  const pattern = `**${USERS}/${client.userId}`;
  await page.route(pattern, (route) => (route.request().method() === "GET" ? route.abort() : route.fallback()));
  await waitForAnswers(page, `${USERS}/${client.userId}`);
  await act();
  await page.unroute(pattern);
  await untilNextRefresh(page);
}

describe("a user's money", () => {
  const edit = async (page: Page, client: TestClient): Promise<Locator> => {
    await findRow(page, client).getByRole("button", { name: "Edit Amina Otieno" }).click();
    return dialogOf(page);
  };

  it("is changed by an adjustment that is previewed first", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const { page } = await openUsers(pages);
    const dialog = await edit(page, client);
    await press(dialog, "Post adjustment");
    await expectToast(page, "Error", "Change at least one of the three figures");
    await dialog.getByLabel("Balance").fill("-1");
    await press(dialog, "Post adjustment");
    await dialog.getByText(/balance must be an amount of 0 or more/).waitFor();
    await dialog.getByLabel("Balance").fill("620.50");
    await expect.poll(() => dialog.getByRole("row", { name: /^Balance/ }).innerText()).toMatch(/\$500\.00\s+\$620\.50/);
    await expect.poll(() => dialog.getByTestId("ledger-sum").innerText()).toBe("$0.00");
    const lines = dialog.getByRole("table", { name: "Ledger lines" }).getByRole("row");
    expect((await lines.allInnerTexts()).join("\n")).toMatch(/[+−]\$120\.50[\s\S]*[+−]\$120\.50/);
    await expectAccessible(page, "admin-edit-user");
    await press(dialog, "Post adjustment");
    await expectToast(page, "Error", "Please provide a reason");
    await dialog.getByLabel("Reason").fill("Goodwill");
    await failOnce(page, `${USERS}/*/balance`, "POST");
    await press(dialog, "Post adjustment");
    await dialog.getByText("Something went wrong on our side. Please try again.").waitFor();
    expect(await dialog.getByLabel("Balance").inputValue()).toBe("620.50");
    // The server posts it, but its answer is lost; the same request again returns it.
    await loseAnswer(page, `${USERS}/*/balance`);
    await press(dialog, "Post adjustment");
    await dialog.getByText("the same request is never processed twice").waitFor();
    await expect.poll(async () => (await readAccount(client)).balance).toBe("620.50");
    const sent = page.waitForRequest((request) => request.url().endsWith("/balance"));
    await press(dialog, "Post adjustment");
    expect((await sent).postDataJSON()).toEqual({
      balance: "620.50",
      reason: "Goodwill",
      expected: { balance: "500.00" },
    });
    await expectToast(page, "Success", "The account of Amina Otieno is adjusted.");
    await findRow(page, client).getByText("$620.50").waitFor();
    const month = new Date().toISOString().slice(0, 7);
    const { lines: entries } = await callApi<Statement>(client, "GET", `/api/user/statement?month=${month}`);
    expect(entries.filter(({ kind }) => kind === "adjustment")).toHaveLength(1);
  });

  it("cannot be changed when the ledger would reject it", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const { page } = await openUsers(pages);
    const dialog = await edit(page, client);
    await dialog.getByLabel("Invested").fill("100");
    await dialog.getByLabel("Reason").fill("Mistake");
    await dialog.getByText(client.email, { exact: true }).waitFor();
    await dialog.getByText("This cannot be posted").waitFor();
    await dialog.getByText("This user has no active bot: there is nothing to invest in").waitFor();
    expect(await dialog.getByRole("button", { name: "Post adjustment" }).isDisabled()).toBe(true);
    await expectAccessible(page, "admin-edit-refused");
    await abortRequests(page, `${USERS}/*/balance/preview`, "POST", async () => {
      await dialog.getByLabel("Invested").fill("0.00");
      await dialog.getByLabel("Running profit").fill("12");
      await dialog.getByText("Could not load the preview").waitFor();
      expect(await dialog.getByText("This cannot be posted").count()).toBe(0);
      await dialog.getByText("The server did not respond. Nothing was posted.").waitFor();
    });
    expect(await dialog.getByRole("button", { name: "Post adjustment" }).isDisabled()).toBe(true);
    await press(dialog, "Try again");
    await dialog.getByTestId("ledger-sum").waitFor();
    expect(await dialog.getByRole("button", { name: "Post adjustment" }).isDisabled()).toBe(false);
  });

  it("rejects an invalid amount before sending", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const { page } = await openUsers(pages);
    const dialog = await edit(page, client);
    const balance = dialog.getByLabel("Balance", { exact: true });
    for (const text of ["1600.555", "-5", "99999999999999"]) {
      await balance.fill(text);
      await dialog.getByText(/^Correct the amount/).waitFor();
      await expect.poll(() => balance.getAttribute("aria-invalid")).toBe("true");
    }
    await dialog.getByLabel("Reason").fill("Goodwill");
    await press(dialog, "Post adjustment");
    expect((await readAccount(client)).balance).toBe("500.00");
    await balance.fill("600");
    await dialog.getByTestId("ledger-sum").waitFor();
    expect(await balance.getAttribute("aria-invalid")).toBeNull();
  });

  it("shows changes made meanwhile before an adjustment is posted", async ({ pages, site, jane }) => {
    const client = await site.test.funded("500");
    const { page } = await openUsers(pages, { hasClock: true });
    const dialog = await edit(page, client);
    await dialog.getByLabel("Balance").fill("550");
    await dialog.getByLabel("Reason").fill("Goodwill");
    await dialog.getByTestId("ledger-sum").waitFor();
    await withStaleUser(page, client, async () => {
      await callApi(jane, "POST", `${USERS}/${client.userId}/balance`, { balance: "900", reason: "Jane's" });
      await press(dialog, "Post adjustment");
      await dialog.getByText(/^balance is now 900\.00, not 500\.00\. Please check again\.$/).waitFor();
    });
    await dialog.getByText("The account has changed").waitFor();
    await dialog.getByText("Balance is now $900.00. It was $500.00 when you edited it.").waitFor();
    expect(await dialog.getByLabel("Balance").inputValue()).toBe("550");
    expect(await dialog.getByRole("button", { name: "Post adjustment" }).isDisabled()).toBe(true);
    await expectAccessible(page, "admin-edit-moved");
    await press(dialog, "Continue with the new figures");
    await expect.poll(() => dialog.getByRole("row", { name: /^Balance/ }).innerText()).toMatch(/\$900\.00\s+\$550\.00/);
    await press(dialog, "Post adjustment");
    await expectToast(page, "Success");
    expect((await readAccount(client)).balance).toBe("550.00");
  });
});

describe("a user's account", () => {
  it("is deactivated and activated again, with the consequences explained", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    await activate(site, client, 0, "200");
    await activate(site, client, 1, "150");
    await site.keepPricesFresh();
    const { page } = await openUsers(pages);
    const row = findRow(page, client);
    const dialog = dialogOf(page);
    await chooseFromMenu(row, "Deactivate");
    await dialog
      .getByText(/^Closes 2 positions worth \$350\.00 \(Alpha-Forex-01, Crypto-Whale-07\)\. The money goes to their/)
      .waitFor();
    await dialog.getByText("Ends 1 session and signs them out everywhere.").waitFor();
    await press(dialog, "Deactivate user");
    await expectToast(page, "Error", "Please provide a reason");
    await expectAccessible(page, "admin-deactivate");
    await dialog.getByLabel("Reason").fill("Asked for it");
    await abortRequests(page, `${USERS}/*/deactivate`, "POST", async () => {
      await press(dialog, "Deactivate user");
      await expectToast(page, "Error", "Failed to deactivate user");
    });
    await press(dialog, "Deactivate user");
    await expectToast(page, "Success", "Amina Otieno is deactivated.");
    await row.getByText("Deactivated", { exact: true }).last().waitFor();
    const detail = await readDetail(site, client);
    expect([detail.user.isActive, detail.positions, detail.user.account.balance]).toEqual([false, [], "500.00"]);

    await chooseFromMenu(row, "Activate");
    await dialog.getByText(/^Deactivated by you .*: Asked for it$/).waitFor();
    await expectAccessible(page, "admin-activate");
    await press(dialog, "Activate user");
    await expectToast(page, "Success", "Amina Otieno is active again.");
    expect((await readDetail(site, client)).user.isActive).toBe(true);
  });

  it("is not deactivated twice when another administrator was faster", async ({ pages, site, jane }) => {
    const client = await site.test.funded("100");
    const { page } = await openUsers(pages, { hasClock: true });
    const dialog = dialogOf(page);
    await chooseFromMenu(findRow(page, client), "Deactivate");
    await dialog.getByLabel("Reason").fill("Mine");
    await dialog.getByText("They have no positions to close.").waitFor();
    await withStaleUser(page, client, async () => {
      await callApi(jane, "POST", `${USERS}/${client.userId}/deactivate`, { reason: "Jane's" });
      await press(dialog, "Deactivate user");
      await dialog.getByText(/^This user is already deactivated, by Jane Doe at .* UTC$/).waitFor();
    });
    await dialog.getByText(/^Deactivated by Jane Doe/).waitFor();
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("Mine");
    await expectOnlyClose(dialog);
  });

  it("is deleted by typing its email, and not while it has money", async ({ pages, site, jane }) => {
    const client = await site.test.funded("180");
    const { page } = await openUsers(pages);
    const dialog = dialogOf(page);
    await chooseFromMenu(findRow(page, client), "Delete");
    await dialog.getByText("This user cannot be deleted now").waitFor();
    await dialog.getByText(/^This user still holds money: /).waitFor();
    await expectAccessible(page, "admin-delete-refused");
    await expectOnlyClose(dialog);
    await callApi(jane, "POST", `${USERS}/${client.userId}/balance`, { balance: "0", reason: "Empty" });
    await chooseFromMenu(findRow(page, client), "Delete");
    await dialog.getByText("You cannot undo this.").waitFor();
    const button = dialog.getByRole("button", { name: "Delete user" });
    expect(await button.isDisabled()).toBe(true);
    const field = dialog.getByLabel("Enter their email address to confirm");
    await field.fill("somebody@else.example");
    expect(await button.isDisabled()).toBe(true);
    await field.fill(client.email.toUpperCase());
    await expectAccessible(page, "admin-delete-user");
    await failOnce(page, `${USERS}/*`, "DELETE");
    await button.click();
    await dialog.getByText("Something went wrong on our side. Please try again.").waitFor();
    expect(await field.inputValue()).toBe(client.email.toUpperCase());
    await button.click();
    await expectToast(page, "Success", "The user was deleted.");
    await expect.poll(() => findRow(page, client).count()).toBe(0);
    expect((await site.test.admin.call("GET", `${USERS}/${client.userId}`)).status).toBe(404);
  });

  it("is not deleted when it received money meanwhile", async ({ pages, site, jane }) => {
    const client = await site.test.signUp();
    const { page } = await openUsers(pages, { hasClock: true });
    const dialog = dialogOf(page);
    await chooseFromMenu(findRow(page, client), "Delete");
    await dialog.getByLabel("Enter their email address to confirm").fill(client.email);
    await withStaleUser(page, client, async () => {
      await callApi(jane, "POST", `${USERS}/${client.userId}/balance`, { balance: "30", reason: "Prize" });
      await press(dialog, "Delete user");
      await dialog
        .getByText(/^This user still holds money/)
        .first()
        .waitFor();
    });
    await dialog.getByText("This user cannot be deleted now").waitFor();
    await expectOnlyClose(dialog);
  });

  it("gets a new KYC status", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const { page } = await openUsers(pages);
    const dialog = dialogOf(page);
    await chooseFromMenu(findRow(page, client), "Change KYC status");
    expect(await dialog.getByRole("button", { name: "Save status" }).isDisabled()).toBe(true);
    await dialog.getByLabel("KYC status").selectOption("approved");
    await dialog.getByText("They become verified, regardless of their documents, and are notified.").waitFor();
    await expectAccessible(page, "admin-kyc");
    await abortRequests(page, `${USERS}/*/kyc`, "POST", async () => {
      await press(dialog, "Save status");
      await expectToast(page, "Error", "Failed to change the KYC status");
    });
    expect(await dialog.getByLabel("KYC status").inputValue()).toBe("approved");
    await press(dialog, "Save status");
    await expectToast(page, "Success", "The KYC status of Amina Otieno is approved.");
    await findRow(page, client).getByText("Approved").waitFor();
  });

  it("shows a KYC status set by another administrator before it is replaced", async ({ pages, site, jane }) => {
    const client = await site.test.signUp();
    const { page } = await openUsers(pages, { hasClock: true });
    const dialog = dialogOf(page);
    const save = dialog.getByRole("button", { name: "Save status" });
    await chooseFromMenu(findRow(page, client), "Change KYC status");
    await dialog.getByLabel("KYC status").selectOption("rejected");
    await withStaleUser(page, client, async () => {
      await callApi(jane, "POST", `${USERS}/${client.userId}/kyc`, { kycStatus: "approved" });
      await press(dialog, "Save status");
      await dialog
        .getByText(/^The KYC status is now approved, set by Jane Doe at .* UTC, no longer pending\. Please check/)
        .waitFor();
    });
    await dialog.getByText("It is now approved. It was pending.").waitFor();
    expect(await dialog.getByLabel("KYC status").inputValue()).toBe("rejected");
    expect(await save.isDisabled()).toBe(true);
    expect((await readDetail(site, client)).user.kycStatus).toBe("approved");
    await expectAccessible(page, "admin-kyc-changed");
    await press(dialog, "Continue with the new value");
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(0);
    const sent = page.waitForRequest((request) => request.url().endsWith("/kyc"));
    await press(dialog, "Save status");
    expect((await sent).postDataJSON()).toEqual({ kycStatus: "rejected", expected: "approved" });
    await expectToast(page, "Success", "The KYC status of Amina Otieno is rejected.");
  });
});

describe("the gas fee settings", () => {
  it("are changed, and show another administrator's change", async ({ pages, jane }) => {
    const { page } = await openUsers(pages, { hasClock: true });
    const dialog = dialogOf(page);
    await press(page, /gas fee settings/);
    await page.getByLabel("Gas fee amount").fill("");
    await press(page, "Save settings");
    await expectToast(page, "Error", messages.allFields);
    await expectAccessible(page, "admin-gas-fee");
    const theirs = { gasFeeAddress: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", gasFeeAmount: "480 TRX" };
    await page.getByLabel("Gas fee address").fill("TJRabPrwbZy45sbavfcjinPJC18kjpRTv8");
    await page.getByLabel("Gas fee amount").fill("450 TRX");
    await abortRequests(page, "/api/system/settings", "GET", async () => {
      await callApi(jane, "POST", "/api/admin/settings", theirs);
      await press(page, "Save settings");
      await dialog
        .getByText(/^The gas fee settings are now 480 TRX from TJR\w+, set by Jane Doe at .* UTC, which is not what/)
        .waitFor();
    });
    await untilNextRefresh(page);
    await dialog.getByText(/^The settings are now 480 TRX per payout from TJR\w+\.$/).waitFor();
    expect(await page.getByLabel("Gas fee amount").inputValue()).toBe("450 TRX");
    expect(await dialog.getByRole("button", { name: "Save settings" }).isDisabled()).toBe(true);
    expect(await callApi(jane, "GET", "/api/system/settings")).toEqual(theirs);
    await expectAccessible(page, "admin-gas-fee-changed");
    await press(dialog, "Continue with the new value");
    await failOnce(page, "/api/admin/settings", "POST");
    await press(page, "Save settings");
    await dialog.getByText("Something went wrong on our side. Please try again.").waitFor();
    await press(page, "Save settings");
    await expectToast(page, "Success", "The gas fee settings were saved.");
    await expect.poll(() => page.getByTestId("gas-fee-amount").innerText()).toBe("450 TRX");
  });
});
