import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { toDataUrl, createPhonePicture } from "../../apps/server/src/people/documents/sample-pictures.ts";
import type { WatchedPage } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import { startDeposit, startWithdrawal } from "../harness/money-calls.ts";
import { tryAgain, press, expectToast, abortRequests, failOnce, callApi } from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import { PASSWORD, type TestClient } from "../harness/test-app.ts";

const it = browserTest.extend("musa", { scope: "file" }, ({ site }) =>
  site.test.administrator("money", { firstName: "Musa", lastName: "Bello" }),
);

const FAILURE = "Something went wrong on our side. Please try again.";

const openUser = (pages: Pages, client: TestClient, section: string, admin?: TestClient): Promise<WatchedPage> =>
  pages.openAdmin(`/admin/users/${client.userId}?section=${section}`, { client: admin });
const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const records = (page: Page, label: string): Locator =>
  page.getByRole("table", { name: label }).locator("[data-record]");
const isSignedIn = async (client: TestClient): Promise<boolean> =>
  (await client.call("GET", "/api/auth/user")).status === 200;

async function submitDocuments(client: TestClient): Promise<void> {
  const frontImageUrl = toDataUrl("jpeg", await createPhonePicture(900, 600));
  await callApi(client, "POST", "/api/verification/submit", {
    documentType: "passport",
    documentNumber: "P-31",
    frontImageUrl,
  });
}

describe("all sessions of a user", () => {
  it("are ended after failed attempts", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const elsewhere = Object.assign(site.test.visitor(), { userId: client.userId, email: client.email });
    await callApi(elsewhere, "POST", "/api/auth/signin", { email: client.email, password: PASSWORD });
    const { page } = await openUser(pages, client, "sessions");
    const dialog = dialogOf(page);
    await expect.poll(() => records(page, "Sessions").count()).toBe(2);
    await press(page, /^End all sessions/);
    await dialog.getByText("2 sessions and any newer ones", { exact: false }).waitFor();
    await failOnce(page, "/sessions/end", "POST");
    await press(dialog, "End all sessions");
    await dialog.getByText(FAILURE).waitFor();
    await abortRequests(page, "/sessions/end", "POST", async () => {
      await press(dialog, "End all sessions");
      await expectToast(page, "Error", "Failed to end the sessions");
    });
    expect([await isSignedIn(client), await isSignedIn(elsewhere)]).toEqual([true, true]);
    await press(dialog, "End all sessions");
    await expectToast(page, "Success", "Amina Otieno is signed out everywhere.");
    await page.getByText("No active sessions.").waitFor();
    expect([await isSignedIn(client), await isSignedIn(elsewhere)]).toEqual([false, false]);
  });
});

describe("the verifications of a user", () => {
  it("are settled on the user's page and stay listed", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const { page } = await openUser(pages, client, "verifications");
    const dialog = dialogOf(page);
    const rows = records(page, "Verifications");
    await page.getByText("No documents submitted yet.").waitFor();
    await submitDocuments(client);
    await page.reload();
    await rows.getByRole("button", { name: /^Review/ }).click();
    await dialog.getByRole("img", { name: "Front of the document" }).waitFor();
    await dialog.getByText("No back image").waitFor();
    await dialog.getByLabel("Rejection reason").fill("The picture is cut off.");
    await press(dialog, "Reject");
    await expectToast(page, "Success", "The verification was rejected.");
    await page.getByText("KYC rejected").waitFor();
    await rows.getByText("Rejected", { exact: true }).waitFor();

    await submitDocuments(client);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(2);
    await rows.getByRole("button", { name: /^Review/ }).click();
    await dialog.getByRole("img", { name: "Front of the document" }).waitFor();
    await press(dialog, "Approve");
    await expectToast(page, "Success", "The verification was approved.");
    await page.getByText("KYC approved").waitFor();
    await expect.poll(() => rows.getByRole("button", { name: /^View/ }).count()).toBe(2);
  });
});

describe("a section that can't be loaded", () => {
  it.for<[section: string, table: string, path: string, what: string]>([
    ["movements", "Movements", "/movements?", "the movements"],
    ["deposits", "Deposits", "/api/admin/deposits?", "the deposits"],
    ["withdrawals", "Withdrawals", "/api/admin/withdrawals?", "the withdrawals"],
    ["verifications", "Verifications", "/api/admin/verifications?", "the verifications"],
    ["audit", "Audit log", "/api/admin/audit?", "the audit log"],
    ["sessions", "Sessions", "/sessions", "the sessions"],
  ])("of %s says so and can be loaded again", async ([section, table, path, what], { pages, site }) => {
    const client = await site.test.funded("500");
    await startWithdrawal(client, "80");
    await submitDocuments(client);
    const { page } = await pages.openAdmin("/admin/operations");
    const isIt = (url: URL): boolean => `${url.pathname}${url.search}`.includes(path);
    await page.route(isIt, (route) => route.abort());
    await page.goto(`/admin/users/${client.userId}?section=${section}`);
    await page.getByRole("heading", { name: "Amina Otieno", level: 1 }).waitFor();
    const alert = page.getByRole("tabpanel").getByRole("alert");
    await alert.getByText(`Could not load ${what}`).waitFor();
    await tryAgain(page, isIt);
    await records(page, table).first().waitFor();
    expect(await alert.count()).toBe(0);
  });

  it("does not replace the page's own error", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const { page } = await pages.openAdmin("/admin/operations");
    const path = `**/api/admin/users/${client.userId}`;
    await page.route(path, (route) => route.abort());
    await page.goto(`/admin/users/${client.userId}`);
    await page.getByRole("alert").getByText("Could not load this user").waitFor();
    await tryAgain(page, path);
    await page.getByRole("heading", { name: "Amina Otieno", level: 1 }).waitFor();
  });
});

describe("an administrator with the money role", () => {
  it("settles money on a user's page", async ({ pages, site, musa }) => {
    const client = await site.test.funded("500");
    await startWithdrawal(client, "80");
    await startDeposit(client, "250");
    const { page } = await openUser(pages, client, "deposits", musa);
    const dialog = dialogOf(page);
    const balance = page.getByTestId("user-balance");
    await records(page, "Deposits")
      .getByRole("button", { name: /^Approve/ })
      .click();
    await press(dialog, "Approve deposit");
    await expectToast(page, "Success", "$250.00 credited to Amina Otieno.");
    await expect.poll(() => balance.getAttribute("value")).toBe("670.00");
    await page.getByRole("tab", { name: /Withdrawals/ }).click();
    await records(page, "Withdrawals")
      .getByRole("button", { name: /^Complete/ })
      .click();
    await press(dialog, "Complete withdrawal");
    await expectToast(page, "Success", "The withdrawal is processed.");
    await press(page, "Adjust account of Amina Otieno");
    await dialog.getByLabel("Balance", { exact: true }).fill("700");
    await dialog.getByLabel("Reason").fill("Goodwill");
    await press(dialog, "Post adjustment");
    await expectToast(page, "Success", "The account of Amina Otieno is adjusted.");
    await expect.poll(() => balance.getAttribute("value")).toBe("700.00");
  });

  it("cannot manage users, and sees why", async ({ pages, site, musa }) => {
    const client = await site.test.signUp();
    await submitDocuments(client);
    const { page } = await openUser(pages, client, "sessions", musa);
    const dialog = dialogOf(page);
    await records(page, "Sessions").first().waitFor();
    for (const name of [
      "Change KYC status of Amina Otieno",
      "Deactivate Amina Otieno",
      "Delete Amina Otieno",
      /^End all sessions/,
      /^End session:/,
    ]) {
      const button = page.getByRole("button", { name });
      expect([name, await button.getAttribute("aria-disabled"), await button.getAttribute("title")]).toEqual([
        name,
        "true",
        expect.stringMatching(/^Requires .*full/),
      ]);
      await button.click({ force: true });
      expect([name, await dialog.count()]).toEqual([name, 0]);
    }
    await page.getByRole("tab", { name: /Verifications/ }).click();
    await records(page, "Verifications")
      .getByRole("button", { name: /^Review/ })
      .click();
    await dialog.getByText(/^Requires .*full .*\.$/).waitFor();
    expect(await dialog.getByRole("button", { name: /^(Approve|Reject)$/ }).count()).toBe(0);
  });
});
