import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anotherAdmin, openAsAdmin, USER_PASSWORD } from "../harness/back-office-page.ts";
import { launchBrowser, NO_BROWSER } from "../harness/browser.ts";
import { closePage, cutOff, expectToast, look, made, openAs, press } from "../harness/investor-page.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";
import type { TestClient } from "../harness/test-app.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";
const PHONE =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36";
const mpesaForm = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
/** A bot in which nobody else of these tests has money. */
const WITH_TRADE = 2;
/** What others do is seen at the next reading. */
const SEEN_MS = 20_000;

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

const pageOf = (client: TestClient, section = ""): string => `/admin/users/${client.userId}${section}`;
const openUser = (client: TestClient, section?: string) => openAsAdmin(browser, served, pageOf(client, section));

/** With 300 of 1,000 in a bot, 80 on hold, and a second deposit that waits. */
async function busyInvestor(bot = 0): Promise<TestClient> {
  const client = await served.test.funded("1000");
  await made(client, "POST", "/api/user/bots/activate", { botId: served.bots.ids[bot], allocatedAmount: "300" });
  await made(client, "POST", "/api/user/withdrawals", { ...mpesaForm, amount: "80" });
  await made(client, "POST", "/api/user/deposits", { amount: "250", currency: "USDT", network: "TRC20" });
  return client;
}

const figure = (page: Page, testId: string): Promise<string | null> =>
  page.getByTestId(testId).getAttribute("value", { timeout: SEEN_MS });

const records = (page: Page, label: string) => page.getByRole("table", { name: label }).locator("[data-record]");

describe("a user's page", () => {
  it.skipIf(NO_BROWSER !== "")(`tells who it is, what they hold and what waits${TITLE}`, async () => {
    const client = await busyInvestor(WITH_TRADE);
    await served.bots.open(WITH_TRADE, { side: "buy", price: 100, exposure: "0.5" });
    await served.makeStale();
    const opened = await openUser(client);
    const { page } = opened;
    await page.getByRole("heading", { name: "Amina Otieno", level: 1 }).waitFor();
    expect(await page.title()).toBe("Amina Otieno · Wazi");
    expect(await figure(page, "user-balance")).toBe("620.00");
    expect(await figure(page, "user-invested")).toBe("300.00");
    expect(await figure(page, "user-hold")).toBe("80.00");
    const facts = page.getByLabel("Who they are");
    for (const text of [client.email, "+254712345678", "Kenya", "17 May 1990", "Enterprise, 8 bots", "wants no news"]) {
      await facts.getByText(text, { exact: true }).waitFor();
    }
    await page.getByText("Active", { exact: true }).waitFor();
    await page.getByText("KYC not submitted").waitFor();
    const position = records(page, "Positions");
    expect(await position.count()).toBe(1);
    for (const text of ["Stock-Titan-05", "$300.00", "90%", "Not fresh"]) {
      await position.getByText(text, { exact: true }).first().waitFor();
    }
    const waiting = page.getByRole("region", { name: "Waiting" });
    await waiting.getByRole("link", { name: "Deposit of $250.00" }).waitFor();
    await look(page, "admin-user");
    await waiting.getByRole("link", { name: "Withdrawal of $80.00" }).click();
    await page.waitForURL("**/admin/users/*?section=withdrawals");
    expect(await page.getByRole("tab", { name: /Withdrawals/ }).getAttribute("aria-selected")).toBe("true");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`copies the e-mail address${TITLE}`, async () => {
    const client = await served.test.signUp();
    const opened = await openUser(client);
    await opened.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: served.origin });
    await press(opened.page, `Copy email: ${client.email}`);
    await expectToast(opened.page, "Copied!");
    expect(await opened.page.evaluate("navigator.clipboard.readText()")).toBe(client.email);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`says so where there is nobody, and leads back${TITLE}`, async () => {
    for (const id of ["00000000-0000-4000-8000-000000000000", "nobody", served.test.admin.userId]) {
      const opened = await openAsAdmin(browser, served, `/admin/users/${id}`);
      await opened.page.getByRole("heading", { name: "No such user" }).waitFor();
      await opened.page.getByRole("main").getByRole("link", { name: "All users" }).last().click();
      await opened.page.waitForURL("**/admin");
      await closePage(opened);
    }
  });

  it.skipIf(NO_BROWSER !== "")(`tells of a user who is deleted meanwhile${TITLE}`, async () => {
    const client = await served.test.signUp({ firstName: "Wanjiru", lastName: "Kamau" });
    const opened = await openUser(client);
    const { page } = opened;
    await page.getByRole("heading", { name: "Wanjiru Kamau" }).waitFor();
    await made(served.test.admin, "DELETE", `/api/admin/users/${client.userId}`);
    await page.getByRole("heading", { name: "Wanjiru Kamau is gone" }).waitFor({ timeout: SEEN_MS });
    await look(page, "admin-user-gone");
    await page.getByRole("link", { name: "What the audit log says" }).click();
    await page.getByText("deleted a user and erased their personal data").waitFor();
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`shows nothing that fails to who may only read${TITLE}`, async () => {
    const client = await busyInvestor();
    const reader = await anotherAdmin(served, "read-only", { firstName: "Rita", lastName: "Reader" });
    const opened = await openAs(browser, served, reader, pageOf(client), { password: USER_PASSWORD });
    const { page } = opened;
    for (const [name, reason] of [
      ["Edit money of Amina Otieno", "Needs money rights"],
      ["Deactivate Amina Otieno", "Needs full rights"],
      ["Delete Amina Otieno", "Needs full rights"],
    ] as const) {
      const button = page.getByRole("button", { name, exact: true });
      expect(await button.getAttribute("aria-disabled")).toBe("true");
      expect(await button.getAttribute("title")).toBe(reason);
      await button.click({ force: true });
      expect(await page.getByRole("dialog").count()).toBe(0);
    }
    await page.getByRole("tab", { name: "Sessions" }).click();
    await records(page, "Sessions").first().waitFor();
    const end = page.getByRole("button", { name: /^End all/ });
    expect(await end.getAttribute("aria-disabled")).toBe("true");
    await look(page, "admin-user-read-only");
    await closePage(opened);
  });
});

describe("the movements of a user's money", () => {
  it.skipIf(NO_BROWSER !== "")(`are told in words, each with all its postings behind it${TITLE}`, async () => {
    const client = await busyInvestor();
    const opened = await openUser(client);
    const { page } = opened;
    const rows = records(page, "Movements");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(3);
    await rows.nth(0).getByText("Withdrawal of $80.00 asked for").waitFor();
    await rows.nth(0).getByText("$700.00").waitFor();
    await rows.nth(0).getByText("$620.00").waitFor();
    await rows.nth(2).getByText("By", { exact: false }).waitFor();
    await rows.nth(0).click();
    const postings = page.getByRole("table", { name: "Postings" });
    expect(await postings.getByRole("row").count()).toBe(4);
    expect(await postings.getByTestId("postings-sum").innerText()).toBe("$0.00");
    const figures = page.getByRole("table", { name: "Figures before and after" });
    await figures.getByRole("row", { name: /On hold \$0\.00 \+\$80\.00 \$80\.00/ }).waitFor();
    await look(page, "admin-movements");
    // A row stays open when the list is read again, and closes at another press.
    await made(client, "POST", "/api/user/bots/deactivate", { botId: served.bots.ids[0] });
    await expect.poll(() => rows.count(), { timeout: SEEN_MS }).toBe(4);
    expect(await postings.count()).toBe(1);
    await page.getByRole("button", { name: /^Details of Withdrawal of \$80\.00/ }).press("Enter");
    await expect.poll(() => postings.count()).toBe(0);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`are opened by keys alone${TITLE}`, async () => {
    const opened = await openUser(await busyInvestor());
    const { page } = opened;
    await records(page, "Movements").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("table", { name: "Postings" }).waitFor();
    // The next row, and not what stands open between the two.
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate("document.activeElement.dataset.record")).toBe(
      await records(page, "Movements").nth(2).getAttribute("data-record"),
    );
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`come page by page, as the address says${TITLE}`, async () => {
    const client = await served.test.funded("100");
    for (let times = 0; times < 55; times += 1) {
      const balance = (100 + times + 1).toFixed(2);
      await made(served.test.admin, "POST", `/api/admin/users/${client.userId}/balance`, { balance, reason: "Bonus" });
    }
    const opened = await openUser(client);
    const { page } = opened;
    await page.getByText("1–50 of 56").waitFor();
    await page.keyboard.press("]");
    await page.getByText("51–56 of 56").waitFor();
    expect(page.url()).toContain("cursor=");
    await page.reload();
    await page.getByText("51–56 of 56").waitFor();
    await page.getByRole("tab", { name: "Deposits" }).click();
    await records(page, "Deposits").first().waitFor();
    expect(new URL(page.url()).search).toBe("?section=deposits");
    await page.goBack();
    await page.getByText("51–56 of 56").waitFor();
    await closePage(opened);
  });
});

describe("what is done from a user's page", () => {
  it.skipIf(NO_BROWSER !== "")(`adjusts the account, and shows it at once${TITLE}`, async () => {
    const client = await served.test.funded("500");
    const opened = await openUser(client);
    const { page } = opened;
    await press(page, "Edit money of Amina Otieno");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Balance", { exact: true }).fill("620.50");
    await dialog.getByLabel("Reason").fill("Goodwill");
    await press(dialog, "Post adjustment");
    await expectToast(page, "Success");
    await expect.poll(() => figure(page, "user-balance")).toBe("620.50");
    await records(page, "Movements").first().getByText("Goodwill").waitFor();
    await page.getByRole("tab", { name: "Audit" }).click();
    await page.getByText("adjusted the account of", { exact: false }).first().waitFor();
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`deactivates with the reason, and activates again${TITLE}`, async () => {
    const opened = await openUser(await served.test.funded("500"));
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    await press(page, "Deactivate Amina Otieno");
    await dialog.getByLabel("Reason").fill("Asked for it");
    await press(dialog, "Deactivate user");
    await expectToast(page, "Success");
    await page.getByText("Deactivated", { exact: true }).first().waitFor();
    await page.getByText("by Wazi Admin: Asked for it").waitFor();
    await look(page, "admin-user-deactivated");
    await press(page, "Activate Amina Otieno");
    await press(dialog, "Activate user");
    await expectToast(page, "Success");
    await page.getByRole("button", { name: "Deactivate Amina Otieno" }).waitFor();
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`sets the KYC status${TITLE}`, async () => {
    const opened = await openUser(await served.test.signUp());
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    await press(page, "KYC status of Amina Otieno");
    await dialog.getByLabel("KYC status").selectOption("approved");
    await press(dialog, "Save status");
    await expectToast(page, "Success");
    await page.getByText("KYC approved").waitFor();
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`deletes whoever holds nothing, and nobody else${TITLE}`, async () => {
    const rich = await served.test.funded("500");
    const refused = await openUser(rich);
    await press(refused.page, "Delete Amina Otieno");
    await refused.page
      .getByRole("dialog")
      .getByText(/This user still holds money/)
      .waitFor();
    await closePage(refused);
    const client = await served.test.signUp({ firstName: "Baraka", lastName: "Juma" });
    const opened = await openUser(client);
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    await press(page, "Delete Baraka Juma");
    await dialog.getByLabel("Type their e-mail address to delete them").fill(client.email);
    await press(dialog, "Delete user");
    await expectToast(page, "Success", "The user is deleted.");
    await page.getByRole("heading", { name: "Baraka Juma is gone" }).waitFor();
    expect(await dialog.count()).toBe(0);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`decides on their deposits and withdrawals${TITLE}`, async () => {
    const client = await busyInvestor();
    const opened = await openUser(client, "?section=deposits");
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    const row = records(page, "Deposits").filter({ hasText: "Pending" });
    await row.getByRole("button", { name: /^Approve/ }).click();
    await press(dialog, /^Approve/);
    await expectToast(page, "Success");
    await expect.poll(() => figure(page, "user-balance")).toBe("870.00");
    await page.getByRole("tab", { name: /Withdrawals/ }).click();
    await look(page, "admin-user-withdrawals");
    await records(page, "Withdrawals")
      .getByRole("button", { name: /^Reject/ })
      .click();
    await dialog.getByLabel(/Note|Reason/).fill("Wrong number");
    await press(dialog, /^Reject/);
    await expectToast(page, "Success");
    await expect.poll(() => figure(page, "user-balance")).toBe("950.00");
    expect(await figure(page, "user-hold")).toBe("0.00");
    await page.getByText("Nothing of theirs waits.").waitFor();
    await closePage(opened);
  });
});

describe("a user's sessions", () => {
  const signInAgain = async (client: TestClient): Promise<TestClient> => {
    const elsewhere = Object.assign(served.test.visitor(), { userId: client.userId, email: client.email });
    const form = { email: client.email, password: USER_PASSWORD };
    const answer = await elsewhere.call("POST", "/api/auth/signin", form, { "user-agent": PHONE });
    expect(answer.status).toBe(200);
    return elsewhere;
  };
  const isSignedIn = async (client: TestClient): Promise<boolean> =>
    (await client.call("GET", "/api/auth/user")).status === 200;

  it.skipIf(NO_BROWSER !== "")(`are told in words, and ended one by one or all at once${TITLE}`, async () => {
    const client = await served.test.signUp();
    const phone = await signInAgain(client);
    const opened = await openUser(client, "?section=sessions");
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    const rows = records(page, "Sessions");
    await rows.filter({ hasText: "Chrome on Android" }).waitFor();
    expect(await rows.count()).toBe(2);
    await look(page, "admin-user-sessions");
    await press(page, /^End session: Chrome on Android/);
    await dialog.getByText(client.email).waitFor();
    await look(page, "admin-end-session");
    await cutOff(page, "/sessions/*/end", "POST", async () => {
      await press(dialog, "End session");
      await expectToast(page, "Error", "Failed to end the session");
    });
    await press(dialog, "End session");
    await expectToast(page, "Success", "Amina Otieno is signed out of Chrome on Android.");
    await expect.poll(() => rows.count()).toBe(1);
    expect([await isSignedIn(phone), await isSignedIn(client)]).toEqual([false, true]);

    await press(page, /^End all sessions/);
    await dialog.getByText("1 session, and any that was started since", { exact: false }).waitFor();
    await press(dialog, "End all sessions");
    await expectToast(page, "Success", "Amina Otieno is signed out everywhere.");
    await page.getByText("Amina Otieno is signed in nowhere.").waitFor();
    expect(await isSignedIn(client)).toBe(false);
    await page.getByRole("tab", { name: "Audit" }).click();
    await page.getByText(/ended 1 session of/).waitFor();
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`tell the second administrator that one has ended already${TITLE}`, async () => {
    const client = await served.test.signUp();
    const phone = await signInAgain(client);
    const opened = await openUser(client, "?section=sessions");
    const { page } = opened;
    await press(page, /^End session: Chrome on Android/);
    await made(phone, "POST", "/api/auth/signout");
    await press(page.getByRole("dialog"), "End session");
    await page.getByRole("dialog").getByText("This user has no such session, or no longer").waitFor();
    await press(page.getByRole("dialog"), "Cancel");
    await expect.poll(() => records(page, "Sessions").count(), { timeout: SEEN_MS }).toBe(1);
    await closePage(opened);
  });
});

it.skipIf(NO_BROWSER !== "").each([360, 768])(`fits a screen of %d pixels${TITLE}`, async (width) => {
  const client = await busyInvestor();
  const opened = await openAsAdmin(browser, served, pageOf(client), { width });
  const { page } = opened;
  for (const section of ["Movements", "Deposits", "Withdrawals", "Verifications", "Audit", "Sessions"]) {
    await page.getByRole("tab", { name: new RegExp(section) }).click();
    await page.getByRole("tabpanel", { name: new RegExp(section) }).waitFor();
    expect(
      await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
      section,
    ).toBeLessThanOrEqual(0);
  }
  await closePage(opened);
});
