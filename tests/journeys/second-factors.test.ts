import type { Browser, CDPSession, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { showCode } from "../harness/authenticator-app.ts";
import { browserTest } from "../harness/browser-test.ts";
import { expectAccessible, expectToast, failOnce, press } from "../harness/page-actions.ts";
import { takePictures } from "../harness/take-pictures.ts";
import { PASSWORD, type TestClient } from "../harness/test-app.ts";

const it = browserTest;
const STEP_MS = 30_000;

const stepUpDialog = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });
const securitySheet = (page: Page) => page.getByRole("region", { name: "Security" });

async function confirmWithPassword(page: Page): Promise<void> {
  await stepUpDialog(page).getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await press(stepUpDialog(page), "Confirm");
  await stepUpDialog(page).waitFor({ state: "detached" });
}

/** Confirms that the shown recovery codes are saved, and returns them. */
async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Save your recovery codes" });
  await expect.poll(() => dialog.getByTestId("recovery-code").count()).toBe(10);
  const codes = await dialog.getByTestId("recovery-code").allTextContents();
  await dialog.getByLabel("I have saved my codes").check();
  await press(dialog, "Done");
  await dialog.waitFor({ state: "detached" });
  return codes;
}

async function setUpApp(page: Page): Promise<{ key: string; codes: string[] }> {
  await press(securitySheet(page), "Set up an authenticator app");
  await confirmWithPassword(page);
  const dialog = page.getByRole("dialog", { name: "Set up your authenticator app" });
  const key = ((await dialog.getByTestId("authenticator-key").textContent()) ?? "").replaceAll(" ", "");
  await dialog.getByLabel("6-digit code").fill("000000");
  await press(dialog, "Turn on");
  await dialog.getByText("This code is not right.", { exact: false }).waitFor();
  await takePictures(page, "security-set-up-app");
  await dialog.getByLabel("6-digit code").fill(showCode(key, Date.now() - STEP_MS));
  await press(dialog, "Turn on");
  await expectToast(page, "Authenticator App On");
  await takePictures(page, "security-recovery-codes");
  return { key, codes: await saveRecoveryCodes(page) };
}

describe("an authenticator app", () => {
  it("is set up, asked for at sign-in, and confirms a withdrawal without losing the form", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const { page } = await pages.openAs(client, "/profile");
    await securitySheet(page)
      .getByText(/^Right now your password alone/)
      .waitFor();
    await expectAccessible(page, "security-off");
    await takePictures(page, "security-off");
    const { key, codes } = await setUpApp(page);
    await securitySheet(page).getByText("10 left").waitFor();
    await expectAccessible(page, "security-on");

    await page.goto("/withdrawal");
    await page.getByRole("tab", { name: "M-Pesa" }).click();
    await page.getByLabel("Amount (USD)").fill("25");
    await page.getByLabel("M-Pesa phone number").fill("+254712345678");
    await press(page, "Review withdrawal");
    await press(page, "Request Withdrawal");
    await stepUpDialog(page).getByText("Withdraw $25.00 to +254712345678, Kenya.").waitFor();
    await takePictures(page, "security-step-up");
    await stepUpDialog(page).getByLabel("Code from your authenticator app").fill("000000");
    await press(stepUpDialog(page), "Confirm");
    await stepUpDialog(page).getByText("This code is wrong", { exact: false }).waitFor();
    await stepUpDialog(page).getByLabel("Code from your authenticator app").fill(showCode(key, Date.now()));
    await press(stepUpDialog(page), "Confirm");
    await expectToast(page, "Withdrawal Created");
    const rows = await site.test.sql`select amount, status from withdrawals where user_id = ${client.userId}`;
    expect(rows).toEqual([{ amount: "25.00", status: "pending" }]);

    const visitor = await pages.openVisitor();
    await visitor.page.goto("/signin");
    await visitor.page.getByLabel("Email").fill(client.email);
    await visitor.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await press(visitor.page, "Sign In");
    await visitor.page.getByText("Enter the code from your authenticator app, or a recovery code").waitFor();
    await takePictures(visitor.page, "security-sign-in");
    await visitor.page.getByLabel("Code", { exact: true }).fill(codes[0] ?? "");
    await press(visitor.page, "Sign In");
    await visitor.page.getByRole("heading", { name: "Welcome, Amina" }).waitFor();
  });

  it("can be declined, and a failing answer can be repeated", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const { page } = await pages.openAs(client, "/profile");
    await press(securitySheet(page), "Set up an authenticator app");
    await press(stepUpDialog(page), "Cancel");
    await expectToast(page, "Not Changed", "Please confirm that it is you. Nothing was changed.");
    await failOnce(page, "/api/user/second-factors", "GET");
    await page.reload();
    await securitySheet(page).getByText("Could not load your security settings").waitFor();
    await press(securitySheet(page), "Try again");
    await securitySheet(page).getByRole("button", { name: "Set up an authenticator app" }).waitFor();
  });
});

/** Chromium with a device that verifies its person, on the only host without TLS where passkeys work. */
async function openWithDevice(
  browser: Browser,
  origin: string,
  client: TestClient,
): Promise<{ page: Page; device: CDPSession; authenticatorId: string; home: string }> {
  // The pages of other tests report requests to any other host than 127.0.0.1.
  const context = await browser.newContext();
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send("WebAuthn.enable");
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const home = origin.replace("127.0.0.1", "localhost");
  await page.goto(`${home}/signin`);
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await press(page, "Sign In");
  await page.getByRole("heading", { name: "Welcome, Amina" }).waitFor();
  return { page, device, authenticatorId, home };
}

describe("a passkey", () => {
  it("is added, signs in alone, confirms, is renamed and removed", async ({ browser, site }) => {
    const client = await site.test.funded("500");
    const { page, device, authenticatorId, home } = await openWithDevice(browser, site.origin, client);
    await page.goto(`${home}/profile`);
    await press(securitySheet(page), "Add a passkey");
    await confirmWithPassword(page);
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Name").fill("My laptop");
    await takePictures(page, "security-add-passkey");
    await press(dialog, "Create passkey");
    await expectToast(page, "Passkey Added");
    await saveRecoveryCodes(page);
    await securitySheet(page).getByTestId("passkey").getByText("My laptop").waitFor();
    await takePictures(page, "security-passkey");
    const { credentials } = await device.send("WebAuthn.getCredentials", { authenticatorId });
    expect(credentials).toHaveLength(1);

    await page.context().clearCookies();
    await page.goto(`${home}/signin`);
    await press(page, "Use a passkey");
    await page.getByRole("heading", { name: "Welcome, Amina" }).waitFor();

    await page.goto(`${home}/profile`);
    await press(securitySheet(page), "Rename");
    await page.getByRole("dialog").getByLabel("Name").fill("Work laptop");
    await press(page.getByRole("dialog"), "Save");
    await press(securitySheet(page), "Remove the passkey Work laptop");
    await page
      .getByRole("dialog")
      .getByText(/your password alone opens your account/)
      .waitFor();
    await press(page.getByRole("dialog"), "Remove");
    await press(stepUpDialog(page), "Use a passkey");
    await expectToast(page, "Passkey Removed");
    await securitySheet(page)
      .getByText(/^Right now your password alone/)
      .waitFor();
    await page.context().close();
  });
});

describe("the back office", () => {
  it("urges an administrator without a second factor", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin");
    await page.getByText("Your account has no second step.").waitFor();
    await takePictures(page, "security-admin-advice");
  });
});
