import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Screen } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import {
  press,
  expectToast,
  expectAccessible,
  expectToFit,
  untilNextRefresh,
  abortRequests,
  callApi,
} from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import { PASSWORD, type TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest;

const PHONE =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36";
const mpesaForm = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
/** No other test invests in this bot. */
const WITH_TRADE = 2;

const pageOf = (client: TestClient, section = ""): string => `/admin/users/${client.userId}${section}`;
const openUser = (pages: Pages, client: TestClient, section?: string, screen?: Screen) =>
  pages.openAdmin(pageOf(client, section), screen);

/** Creates an investor with 300 of 1,000 in a bot, 80 on hold and a pending deposit. */
async function createBusyInvestor(site: TestSite, bot = 0): Promise<TestClient> {
  const client = await site.test.funded("1000");
  await callApi(client, "POST", "/api/user/bots/activate", { botId: site.bots.ids[bot], allocatedAmount: "300" });
  await callApi(client, "POST", "/api/user/withdrawals", { ...mpesaForm, amount: "80" });
  await callApi(client, "POST", "/api/user/deposits", { amount: "250", currency: "USDT", network: "TRC20" });
  return client;
}

const readFigure = (page: Page, testId: string): Promise<string | null> =>
  page.getByTestId(testId).getAttribute("value");

const records = (page: Page, label: string) => page.getByRole("table", { name: label }).locator("[data-record]");

describe("a user's page", () => {
  it("shows the person, their holdings and their pending requests", async ({ pages, site }) => {
    const client = await createBusyInvestor(site, WITH_TRADE);
    await site.bots.open(WITH_TRADE, { side: "buy", price: 100, exposure: "0.5" });
    await site.makePricesStale();
    const { page } = await openUser(pages, client);
    await page.getByRole("heading", { name: "Amina Otieno", level: 1 }).waitFor();
    expect(await page.title()).toBe("Amina Otieno · Wazi");
    expect(await readFigure(page, "user-balance")).toBe("620.00");
    expect(await readFigure(page, "user-invested")).toBe("300.00");
    expect(await readFigure(page, "user-hold")).toBe("80.00");
    const facts = page.getByLabel("Profile");
    for (const text of [
      client.email,
      "+254712345678",
      "Kenya",
      "17 May 1990",
      "Enterprise, 8 bots",
      "not subscribed to news",
    ]) {
      await facts.getByText(text, { exact: true }).waitFor();
    }
    await page.getByText("Active", { exact: true }).waitFor();
    await page.getByText("KYC not submitted").waitFor();
    const position = records(page, "Positions");
    expect(await position.count()).toBe(1);
    for (const text of ["Stock-Titan-05", "$300.00", "90%", "Outdated"]) {
      await position.getByText(text, { exact: true }).first().waitFor();
    }
    const waiting = page.getByRole("region", { name: "Pending requests" });
    await waiting.getByRole("link", { name: "Deposit of $250.00" }).waitFor();
    await expectAccessible(page, "admin-user");
    await waiting.getByRole("link", { name: "Withdrawal of $80.00" }).click();
    await page.waitForURL("**/admin/users/*?section=withdrawals");
    expect(await page.getByRole("tab", { name: /Withdrawals/ }).getAttribute("aria-selected")).toBe("true");
  });

  it("copies the email address", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const opened = await openUser(pages, client);
    await opened.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
    await press(opened.page, `Copy email: ${client.email}`);
    await expectToast(opened.page, "Copied!");
    expect(await opened.page.evaluate("navigator.clipboard.readText()")).toBe(client.email);
  });

  it("says when there is no such user, and links back", async ({ pages, site }) => {
    for (const id of ["00000000-0000-4000-8000-000000000000", "nobody", site.test.admin.userId]) {
      const opened = await pages.openAdmin(`/admin/users/${id}`);
      await opened.page.getByRole("heading", { name: "User not found" }).waitFor();
      await opened.page.getByRole("main").getByRole("link", { name: "All users" }).last().click();
      await opened.page.waitForURL("**/admin");
      await pages.close(opened);
    }
  });

  it("says when the user is deleted meanwhile", async ({ pages, site }) => {
    const client = await site.test.signUp({ firstName: "Wanjiru", lastName: "Kamau" });
    const { page } = await openUser(pages, client, "", { hasClock: true });
    await page.getByRole("heading", { name: "Wanjiru Kamau" }).waitFor();
    await callApi(site.test.admin, "DELETE", `/api/admin/users/${client.userId}`);
    await untilNextRefresh(page);
    await page.getByRole("heading", { name: "Wanjiru Kamau is no longer a user" }).waitFor();
    await expectAccessible(page, "admin-user-gone");
    await page.getByRole("link", { name: "View audit log" }).click();
    await page.getByText("deleted a user and erased their personal data").waitFor();
  });

  it("disables all actions for a read-only administrator", async ({ pages, site }) => {
    const client = await createBusyInvestor(site);
    const reader = await site.test.administrator("read-only", { firstName: "Rita", lastName: "Reader" });
    const { page } = await pages.openAs(reader, pageOf(client));
    for (const [name, reason] of [
      ["Adjust account of Amina Otieno", "Requires money access"],
      ["Deactivate Amina Otieno", "Requires full access"],
      ["Delete Amina Otieno", "Requires full access"],
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
    await expectAccessible(page, "admin-user-read-only");
  });
});

describe("support", () => {
  it("sees people and their requests, freezes with a reason, and decides nothing else", async ({ pages, site }) => {
    const client = await createBusyInvestor(site);
    const sam = await site.test.administrator("support", { firstName: "Sam", lastName: "Support" });
    const { page } = await pages.openAs(sam, "/admin");
    await page.getByRole("tab", { name: /Verifications/ }).waitFor();
    expect(await page.getByRole("tab", { name: /Adjustments/ }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Audit log" }).count()).toBe(0);
    await expectAccessible(page, "admin-support");
    await page.goto(pageOf(client));
    const deactivate = page.getByRole("button", { name: "Deactivate Amina Otieno", exact: true });
    expect(await deactivate.getAttribute("title")).toBe("Requires full access");
    await press(page, "Freeze Amina Otieno");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("You called us");
    await press(dialog, "Freeze account");
    await page.getByText("Frozen by Sam Support").waitFor();
    expect(await page.getByRole("button", { name: /^End freeze/ }).getAttribute("aria-disabled")).toBe("true");
    await expectAccessible(page, "admin-support-frozen");
  });
});

describe("a user's transactions", () => {
  it("have a description and expand to their postings", async ({ pages, site }) => {
    const client = await createBusyInvestor(site);
    const { page } = await openUser(pages, client, "", { hasClock: true });
    const rows = records(page, "Movements");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(3);
    await rows.nth(0).getByText("Withdrawal of $80.00 requested").waitFor();
    await rows.nth(0).getByText("$700.00").waitFor();
    await rows.nth(0).getByText("$620.00").waitFor();
    await rows.nth(2).getByText("By", { exact: false }).waitFor();
    await rows.nth(0).click();
    const postings = page.getByRole("table", { name: "Postings" });
    expect(await postings.getByRole("row").count()).toBe(4);
    expect(await postings.getByTestId("postings-sum").innerText()).toBe("$0.00");
    const figures = page.getByRole("table", { name: "Figures before and after" });
    await figures.getByRole("row", { name: /On hold \$0\.00 \+\$80\.00 \$80\.00/ }).waitFor();
    await expectAccessible(page, "admin-movements");
    // A row stays open when the list refreshes, and closes at the next press.
    await callApi(client, "POST", "/api/user/bots/deactivate", { botId: site.bots.ids[0] });
    await untilNextRefresh(page);
    await expect.poll(() => rows.count()).toBe(4);
    expect(await postings.count()).toBe(1);
    await page.getByRole("button", { name: /^Details of Withdrawal of \$80\.00/ }).press("Enter");
    await expect.poll(() => postings.count()).toBe(0);
  });

  it("are opened by keyboard", async ({ pages, site }) => {
    const { page } = await openUser(pages, await createBusyInvestor(site));
    await records(page, "Movements").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("table", { name: "Postings" }).waitFor();
    // Moves to the next row and skips the open details.
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate("document.activeElement.dataset.record")).toBe(
      await records(page, "Movements").nth(2).getAttribute("data-record"),
    );
  });

  it("are shown in pages, with the page in the URL", async ({ pages, site }) => {
    const client = await site.test.funded("100");
    for (let times = 0; times < 55; times += 1) {
      const balance = (100 + times + 1).toFixed(2);
      await callApi(site.test.admin, "POST", `/api/admin/users/${client.userId}/balance`, { balance, reason: "Bonus" });
    }
    const { page } = await openUser(pages, client);
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
  });
});

describe("actions on a user's page", () => {
  it("adjusts the account and shows the result at once", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const { page } = await openUser(pages, client);
    await press(page, "Adjust account of Amina Otieno");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Balance", { exact: true }).fill("620.50");
    await dialog.getByLabel("Reason").fill("Goodwill");
    await press(dialog, "Post adjustment");
    await expectToast(page, "Success");
    await expect.poll(() => readFigure(page, "user-balance")).toBe("620.50");
    await records(page, "Movements").first().getByText("Goodwill").waitFor();
    await page.getByRole("tab", { name: "Audit" }).click();
    await page.getByText("adjusted the account of", { exact: false }).first().waitFor();
  });

  it("deactivates with a reason and activates again", async ({ pages, site }) => {
    const { page } = await openUser(pages, await site.test.funded("500"));
    const dialog = page.getByRole("dialog");
    await press(page, "Deactivate Amina Otieno");
    await dialog.getByLabel("Reason").fill("Asked for it");
    await press(dialog, "Deactivate user");
    await expectToast(page, "Success");
    await page.getByText("Deactivated", { exact: true }).first().waitFor();
    await page.getByText("by Wazi Admin: Asked for it").waitFor();
    await expectAccessible(page, "admin-user-deactivated");
    await press(page, "Activate Amina Otieno");
    await press(dialog, "Activate user");
    await expectToast(page, "Success");
    await page.getByRole("button", { name: "Deactivate Amina Otieno" }).waitFor();
  });

  it("sets the KYC status", async ({ pages, site }) => {
    const { page } = await openUser(pages, await site.test.signUp());
    const dialog = page.getByRole("dialog");
    await press(page, "Change KYC status of Amina Otieno");
    await dialog.getByLabel("KYC status").selectOption("approved");
    await press(dialog, "Save status");
    await expectToast(page, "Success");
    await page.getByText("KYC approved").waitFor();
  });

  it("deletes only a user without money", async ({ pages, site }) => {
    const rich = await site.test.funded("500");
    const refused = await openUser(pages, rich);
    await press(refused.page, "Delete Amina Otieno");
    await refused.page
      .getByRole("dialog")
      .getByText(/This user still holds money/)
      .waitFor();
    await pages.close(refused);
    const client = await site.test.signUp({ firstName: "Baraka", lastName: "Juma" });
    const { page } = await openUser(pages, client);
    const dialog = page.getByRole("dialog");
    await press(page, "Delete Baraka Juma");
    await dialog.getByLabel("Enter their email address to confirm").fill(client.email);
    await press(dialog, "Delete user");
    await expectToast(page, "Success", "The user was deleted.");
    await page.getByRole("heading", { name: "Baraka Juma is no longer a user" }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it("settles deposits and withdrawals", async ({ pages, site }) => {
    const client = await createBusyInvestor(site);
    const { page } = await openUser(pages, client, "?section=deposits");
    const dialog = page.getByRole("dialog");
    const row = records(page, "Deposits").filter({ hasText: "Pending" });
    await row.getByRole("button", { name: /^Approve/ }).click();
    await press(dialog, /^Approve/);
    await expectToast(page, "Success");
    await expect.poll(() => readFigure(page, "user-balance")).toBe("870.00");
    await page.getByRole("tab", { name: /Withdrawals/ }).click();
    await expectAccessible(page, "admin-user-withdrawals");
    await records(page, "Withdrawals")
      .getByRole("button", { name: /^Reject/ })
      .click();
    await dialog.getByLabel(/Note|Reason/).fill("Wrong number");
    await press(dialog, /^Reject/);
    await expectToast(page, "Success");
    await expect.poll(() => readFigure(page, "user-balance")).toBe("950.00");
    expect(await readFigure(page, "user-hold")).toBe("0.00");
    await page.getByText("No pending requests.").waitFor();
  });
});

describe("a user's sessions", () => {
  const signInAgain = async (site: TestSite, client: TestClient): Promise<TestClient> => {
    const elsewhere = Object.assign(site.test.visitor(), { userId: client.userId, email: client.email });
    const form = { email: client.email, password: PASSWORD };
    const answer = await elsewhere.call("POST", "/api/auth/signin", form, { "user-agent": PHONE });
    expect(answer.status).toBe(200);
    return elsewhere;
  };
  const isSignedIn = async (client: TestClient): Promise<boolean> =>
    (await client.call("GET", "/api/auth/user")).status === 200;

  it("have a description, and are ended one by one or all at once", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const phone = await signInAgain(site, client);
    const { page } = await openUser(pages, client, "?section=sessions");
    const dialog = page.getByRole("dialog");
    const rows = records(page, "Sessions");
    await rows.filter({ hasText: "Chrome on Android" }).waitFor();
    expect(await rows.count()).toBe(2);
    await expectAccessible(page, "admin-user-sessions");
    await press(page, /^End session: Chrome on Android/);
    await dialog.getByText(client.email).waitFor();
    await expectAccessible(page, "admin-end-session");
    await abortRequests(page, "/sessions/*/end", "POST", async () => {
      await press(dialog, "End session");
      await expectToast(page, "Error", "Failed to end the session");
    });
    await press(dialog, "End session");
    await expectToast(page, "Success", "Amina Otieno is signed out of Chrome on Android.");
    await expect.poll(() => rows.count()).toBe(1);
    expect([await isSignedIn(phone), await isSignedIn(client)]).toEqual([false, true]);

    await press(page, /^End all sessions/);
    await dialog.getByText("1 session and any newer ones", { exact: false }).waitFor();
    await press(dialog, "End all sessions");
    await expectToast(page, "Success", "Amina Otieno is signed out everywhere.");
    await page.getByText("No active sessions.").waitFor();
    expect(await isSignedIn(client)).toBe(false);
    await page.getByRole("tab", { name: "Audit" }).click();
    await page.getByText(/ended 1 session of/).waitFor();
  });

  it("say when a session has already ended", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const phone = await signInAgain(site, client);
    const { page } = await openUser(pages, client, "?section=sessions", { hasClock: true });
    await press(page, /^End session: Chrome on Android/);
    await callApi(phone, "POST", "/api/auth/signout");
    await press(page.getByRole("dialog"), "End session");
    await page.getByRole("dialog").getByText("Session not found.").waitFor();
    await press(page.getByRole("dialog"), "Cancel");
    await untilNextRefresh(page);
    await expect.poll(() => records(page, "Sessions").count()).toBe(1);
  });
});

it("fits a phone and a tablet", async ({ pages, site }) => {
  const client = await createBusyInvestor(site);
  const { page } = await pages.openAdmin(pageOf(client), { width: 360 });
  for (const section of ["Movements", "Deposits", "Withdrawals", "Verifications", "Audit", "Sessions"]) {
    await page.getByRole("tab", { name: new RegExp(section) }).click();
    await page.getByRole("tabpanel", { name: new RegExp(section) }).waitFor();
    await expectToFit(page, [768, 360], section);
  }
});
