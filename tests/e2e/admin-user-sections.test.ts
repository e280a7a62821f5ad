import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataUrl, phonePicture } from "../../apps/server/src/features/verification/sample-pictures.ts";
import { failOnce, openAdmin } from "../harness/admin-page.ts";
import { launchBrowser, NO_BROWSER } from "../harness/browser.ts";
import { closePage, cutOff, expectToast, made, press, type SignedInPage } from "../harness/investor-page.ts";
import { startDeposit, startWithdrawal } from "../harness/money-calls.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";
import { PASSWORD, type TestClient } from "../harness/test-app.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";
const FAILURE = "Something went wrong on our side. Please try again.";
/** What others do is seen at the next reading. */
const visibleWithin = { timeout: 20_000 };

let served: ServedScriptedBots;
let browser: Browser;
/** An administrator who settles money and manages nobody. */
let musa: TestClient;

beforeAll(async () => {
  if (NO_BROWSER) return;
  served = await serveScriptedBots();
  browser = await launchBrowser();
  musa = await served.test.administrator("money", { firstName: "Musa", lastName: "Bello" });
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  expect(await served.test.differences()).toEqual([]);
  await served.stop();
});

const openUser = (client: TestClient, section: string, admin?: TestClient): Promise<SignedInPage> =>
  openAdmin(browser, served, `/admin/users/${client.userId}?section=${section}`, admin);
const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const records = (page: Page, label: string): Locator =>
  page.getByRole("table", { name: label }).locator("[data-record]");
const isSignedIn = async (client: TestClient): Promise<boolean> =>
  (await client.call("GET", "/api/auth/user")).status === 200;

async function submitDocuments(client: TestClient): Promise<void> {
  const frontImageUrl = dataUrl("jpeg", await phonePicture(900, 600));
  await made(client, "POST", "/api/verification/submit", {
    documentType: "passport",
    documentNumber: "P-31",
    frontImageUrl,
  });
}

describe("all sessions of a user", () => {
  it.skipIf(NO_BROWSER !== "")(`are ended after failures that ended none of them${TITLE}`, async () => {
    const client = await served.test.signUp();
    const elsewhere = Object.assign(served.test.visitor(), { userId: client.userId, email: client.email });
    await made(elsewhere, "POST", "/api/auth/signin", { email: client.email, password: PASSWORD });
    const opened = await openUser(client, "sessions");
    const { page } = opened;
    const dialog = dialogOf(page);
    await expect.poll(() => records(page, "Sessions").count(), visibleWithin).toBe(2);
    await press(page, /^End all sessions/);
    await dialog.getByText("2 sessions, and any that was started since", { exact: false }).waitFor();
    await failOnce(page, "/sessions/end", "POST");
    await press(dialog, "End all sessions");
    await dialog.getByText(FAILURE).waitFor();
    await cutOff(page, "/sessions/end", "POST", async () => {
      await press(dialog, "End all sessions");
      await expectToast(page, "Error", "Failed to end the sessions");
    });
    expect([await isSignedIn(client), await isSignedIn(elsewhere)]).toEqual([true, true]);
    await press(dialog, "End all sessions");
    await expectToast(page, "Success", "Amina Otieno is signed out everywhere.");
    await page.getByText("Amina Otieno is signed in nowhere.").waitFor();
    expect([await isSignedIn(client), await isSignedIn(elsewhere)]).toEqual([false, false]);
    await closePage(opened);
  });
});

describe("the verifications of a user", () => {
  it.skipIf(NO_BROWSER !== "")(`are decided on from their page, and all of them stay there${TITLE}`, async () => {
    const client = await served.test.signUp();
    const opened = await openUser(client, "verifications");
    const { page } = opened;
    const dialog = dialogOf(page);
    const rows = records(page, "Verifications");
    await page.getByText("They have submitted no documents yet.").waitFor();
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
    await expect.poll(() => rows.count(), visibleWithin).toBe(2);
    await rows.getByRole("button", { name: /^Review/ }).click();
    await dialog.getByRole("img", { name: "Front of the document" }).waitFor();
    await press(dialog, "Approve");
    await expectToast(page, "Success", "The verification was approved.");
    await page.getByText("KYC approved").waitFor();
    await expect.poll(() => rows.getByRole("button", { name: /^View/ }).count(), visibleWithin).toBe(2);
    await closePage(opened);
  });
});

describe("a section that can't be loaded", () => {
  it.skipIf(NO_BROWSER !== "").each([
    ["movements", "Movements", "/movements?", "the movements"],
    ["deposits", "Deposits", "/api/admin/deposits?", "the deposits"],
    ["withdrawals", "Withdrawals", "/api/admin/withdrawals?", "the withdrawals"],
    ["verifications", "Verifications", "/api/admin/verifications?", "the verifications"],
    ["audit", "Audit log", "/api/admin/audit?", "the audit log"],
    ["sessions", "Sessions", "/sessions", "the sessions"],
  ])(`of %s says so, and is loaded when asked again${TITLE}`, async (section, table, path, what) => {
    const client = await served.test.funded("500");
    await startWithdrawal(client, "80");
    await submitDocuments(client);
    const opened = await openAdmin(browser, served, "/admin/operations");
    const { page } = opened;
    const isIt = (url: URL): boolean => `${url.pathname}${url.search}`.includes(path);
    await page.route(isIt, (route) => route.abort());
    await page.goto(`/admin/users/${client.userId}?section=${section}`);
    await page.getByRole("heading", { name: "Amina Otieno", level: 1 }).waitFor();
    const alert = page.getByRole("tabpanel").getByRole("alert");
    await alert.getByText(`Could not load ${what}`).waitFor();
    await page.unroute(isIt);
    await press(alert, "Try again");
    await records(page, table).first().waitFor();
    expect(await alert.count()).toBe(0);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`is neither the page, which says so for itself${TITLE}`, async () => {
    const client = await served.test.signUp();
    const opened = await openAdmin(browser, served, "/admin/operations");
    const { page } = opened;
    const path = `**/api/admin/users/${client.userId}`;
    await page.route(path, (route) => route.abort());
    await page.goto(`/admin/users/${client.userId}`);
    await page.getByRole("alert").getByText("Could not load this user").waitFor();
    await page.unroute(path);
    await press(page.getByRole("alert"), "Try again");
    await page.getByRole("heading", { name: "Amina Otieno", level: 1 }).waitFor();
    await closePage(opened);
  });
});

describe("an administrator with the money role", () => {
  it.skipIf(NO_BROWSER !== "")(`settles money on a user's page${TITLE}`, async () => {
    const client = await served.test.funded("500");
    await startWithdrawal(client, "80");
    await startDeposit(client, "250");
    const opened = await openUser(client, "deposits", musa);
    const { page } = opened;
    const dialog = dialogOf(page);
    const balance = page.getByTestId("user-balance");
    await records(page, "Deposits")
      .getByRole("button", { name: /^Approve/ })
      .click();
    await press(dialog, "Approve deposit");
    await expectToast(page, "Success", "$250.00 credited to Amina Otieno.");
    await expect.poll(() => balance.getAttribute("value"), visibleWithin).toBe("670.00");
    await page.getByRole("tab", { name: /Withdrawals/ }).click();
    await records(page, "Withdrawals")
      .getByRole("button", { name: /^Complete/ })
      .click();
    await press(dialog, "Complete withdrawal");
    await expectToast(page, "Success", "The withdrawal is processed.");
    await press(page, "Edit money of Amina Otieno");
    await dialog.getByLabel("Balance", { exact: true }).fill("700");
    await dialog.getByLabel("Reason").fill("Goodwill");
    await press(dialog, "Post adjustment");
    await expectToast(page, "Success", "The account of Amina Otieno is adjusted.");
    await expect.poll(() => balance.getAttribute("value"), visibleWithin).toBe("700.00");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`manages nobody there, and sees why${TITLE}`, async () => {
    const client = await served.test.signUp();
    await submitDocuments(client);
    const opened = await openUser(client, "sessions", musa);
    const { page } = opened;
    const dialog = dialogOf(page);
    await records(page, "Sessions").first().waitFor();
    for (const name of [
      "KYC status of Amina Otieno",
      "Deactivate Amina Otieno",
      "Delete Amina Otieno",
      /^End all sessions/,
      /^End session:/,
    ]) {
      const button = page.getByRole("button", { name });
      expect([name, await button.getAttribute("aria-disabled"), await button.getAttribute("title")]).toEqual([
        name,
        "true",
        expect.stringMatching(/^Needs .*full/),
      ]);
      await button.click({ force: true });
      expect([name, await dialog.count()]).toEqual([name, 0]);
    }
    await page.getByRole("tab", { name: /Verifications/ }).click();
    await records(page, "Verifications")
      .getByRole("button", { name: /^Review/ })
      .click();
    await dialog.getByText(/^Needs .*full .*to decide on it\.$/).waitFor();
    expect(await dialog.getByRole("button", { name: /^(Approve|Reject)$/ }).count()).toBe(0);
    await closePage(opened);
  });
});
