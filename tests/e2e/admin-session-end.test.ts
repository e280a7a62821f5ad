import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdmin, rowOf } from "../harness/admin-page.ts";
import { adminAccount, USER_PASSWORD } from "../harness/back-office-page.ts";
import { launchBrowser, NO_BROWSER } from "../harness/browser.ts";
import { closePage, expectToast, look, press, type SignedInPage } from "../harness/investor-page.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";
import type { TestClient } from "../harness/test-app.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";

let served: ServedScriptedBots;
let browser: Browser;

beforeAll(async () => {
  if (NO_BROWSER) return;
  served = await serveScriptedBots();
  browser = await launchBrowser();
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  expect(await served.test.differences()).toEqual([]);
  await served.stop();
});

const cover = (page: Page) => page.getByRole("dialog", { name: "Admin sign in" });

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await cover(page).getByLabel("Email").fill(email);
  await cover(page).getByLabel("Password", { exact: true }).fill(password);
  await press(cover(page), "Sign In as Admin");
}

/** Money is being edited as the session ends, and it is posted all the same. */
async function endInTheMiddle(client: TestClient): Promise<SignedInPage> {
  const opened = await openAdmin(browser, served, "/admin?tab=users");
  const { page } = opened;
  await rowOf(page, client)
    .getByRole("button", { name: /^Edit Amina/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Balance", { exact: true }).fill("620.50");
  await dialog.getByLabel("Reason").fill("Goodwill");
  await dialog.getByTestId("ledger-sum").waitFor();
  await opened.context.clearCookies();
  await press(dialog, "Post adjustment");
  await cover(page).getByText("Your session ended").waitFor();
  return opened;
}

/** What stands at some hundred points of the screen. */
const isWhollyCovered = (page: Page): Promise<unknown> =>
  page.evaluate(`Array.from({ length: 400 }, (_, index) =>
    document.elementFromPoint((index % 20 + 0.5) / 20 * innerWidth, (Math.floor(index / 20) + 0.5) / 20 * innerHeight)
  ).every((element) => element === null || element.closest("dialog[aria-labelledby=session-ended]") !== null
    || element === document.documentElement)`);

describe("a session that ends in the middle of a form", () => {
  it.skipIf(NO_BROWSER !== "")(`is begun again by the same administrator, who goes on${TITLE}`, async () => {
    const client = await served.test.funded("500");
    const opened = await endInTheMiddle(client);
    const { page } = opened;
    expect(await isWhollyCovered(page)).toBe(true);
    await look(page, "admin-session-ended");
    for (let times = 0; times < 3; times += 1) await page.keyboard.press("Escape");
    expect(await isWhollyCovered(page)).toBe(true);
    await signIn(page, adminAccount.email, adminAccount.password);
    await cover(page).waitFor({ state: "detached" });
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("Balance", { exact: true }).inputValue()).toBe("620.50");
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("Goodwill");
    await press(dialog, "Post adjustment");
    await expectToast(page, "Success");
    await rowOf(page, client).getByText("$620.50").waitFor();
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`leaves nothing of it to another administrator, or to nobody's${TITLE}`, async () => {
    const client = await served.test.funded("500");
    const jane = await served.test.administrator("full", { firstName: "Jane", lastName: "Doe" });
    const opened = await endInTheMiddle(client);
    const { page } = opened;
    await signIn(page, client.email, USER_PASSWORD);
    await cover(page)
      .getByText(/^Access Denied/)
      .waitFor();
    expect(await isWhollyCovered(page)).toBe(true);
    await signIn(page, jane.email, USER_PASSWORD);
    await cover(page).waitFor({ state: "detached" });
    await page.getByTestId("signed-in-as").getByText("Jane").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`is not what signing out is${TITLE}`, async () => {
    const opened = await openAdmin(browser, served, "/admin");
    const { page } = opened;
    await press(page, "Sign Out");
    await page.waitForURL("**/signin");
    expect(await page.getByText("Your session ended").count()).toBe(0);
    await page.goto("/admin");
    await page.getByRole("heading", { name: "Admin sign in" }).waitFor();
    expect(await page.getByText("Your session ended").count()).toBe(0);
    await closePage(opened);
  });
});
