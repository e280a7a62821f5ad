import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { WatchedPage } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import { abortRequests, press, findRow, expectToast, expectAccessible } from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import { adminAccount, PASSWORD, type TestClient } from "../harness/test-app.ts";

const it = browserTest;

const findSignInDialog = (page: Page) => page.getByRole("dialog", { name: "Admin sign in" });

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await findSignInDialog(page).getByLabel("Email").fill(email);
  await findSignInDialog(page).getByLabel("Password", { exact: true }).fill(password);
  await press(findSignInDialog(page), "Sign In as Admin");
}

/** Ends the session while an adjustment is being edited, and posts the adjustment. */
async function endSessionInDialog(pages: Pages, client: TestClient): Promise<WatchedPage> {
  const opened = await pages.openAdmin("/admin?tab=users");
  const { page } = opened;
  await findRow(page, client)
    .getByRole("button", { name: /^Edit Amina/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Balance", { exact: true }).fill("620.50");
  await dialog.getByLabel("Reason").fill("Goodwill");
  await dialog.getByTestId("ledger-sum").waitFor();
  // A refresh of the list that finds out first would cover the form before it is posted.
  await abortRequests(page, "/api/**", "GET", async () => {
    await opened.context.clearCookies();
    await press(dialog, "Post adjustment");
    await findSignInDialog(page).getByText("Your session ended").waitFor();
  });
  return opened;
}

/** Checks 400 points of the screen. */
const isFullyCovered = (page: Page): Promise<unknown> =>
  page.evaluate(`Array.from({ length: 400 }, (_, index) =>
    document.elementFromPoint((index % 20 + 0.5) / 20 * innerWidth, (Math.floor(index / 20) + 0.5) / 20 * innerHeight)
  ).every((element) => element === null || element.closest("dialog[aria-labelledby=session-ended]") !== null
    || element === document.documentElement)`);

describe("a session that ends while a form is open", () => {
  it("continues after the same administrator signs in again", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const { page } = await endSessionInDialog(pages, client);
    expect(await isFullyCovered(page)).toBe(true);
    await expectAccessible(page, "admin-session-ended");
    // Faster than the page can react.
    await Promise.all(Array.from({ length: 8 }, () => page.keyboard.press("Escape")));
    expect(await isFullyCovered(page)).toBe(true);
    await signIn(page, adminAccount.email, adminAccount.password);
    await findSignInDialog(page).waitFor({ state: "detached" });
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("Balance", { exact: true }).inputValue()).toBe("620.50");
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("Goodwill");
    await press(dialog, "Post adjustment");
    await expectToast(page, "Success");
    await findRow(page, client).getByText("$620.50").waitFor();
  });

  it("shows nothing of the form to another administrator or to an investor", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const jane = await site.test.administrator("full", { firstName: "Jane", lastName: "Doe" });
    const { page } = await endSessionInDialog(pages, client);
    await signIn(page, client.email, PASSWORD);
    await findSignInDialog(page)
      .getByText(/^Access Denied/)
      .waitFor();
    expect(await isFullyCovered(page)).toBe(true);
    await signIn(page, jane.email, PASSWORD);
    await findSignInDialog(page).waitFor({ state: "detached" });
    await page.getByTestId("signed-in-as").getByText("Jane").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("does not apply to signing out", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin");
    await press(page, "Sign Out");
    await page.waitForURL("**/signin");
    expect(await page.getByText("Your session ended").count()).toBe(0);
    await page.goto("/admin");
    await page.getByRole("heading", { name: "Admin sign in" }).waitFor();
    expect(await page.getByText("Your session ended").count()).toBe(0);
  });
});
