import { messages, type AdminDeposit, type AdminUser, type AdminUserDetail, type Deposit } from "@wazi/contracts";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseFromMenu, expectOnlyClose, failOnce, openAdmin, rowOf } from "../harness/admin-page.ts";
import { anotherAdmin, USER_PASSWORD } from "../harness/back-office-page.ts";
import { launchBrowser, NO_BROWSER, openPage } from "../harness/browser.ts";
import { closePage, cutOff, expectToast, made, openAs, press, type SignedInPage } from "../harness/investor-page.ts";
import { startDeposit } from "../harness/money-calls.ts";
import { expectPage, idsOf, pagerOf, rowsOf, searchOf, type ListPage } from "../harness/record-list.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";
import { adminAccount, type TestClient } from "../harness/test-app.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";
const USERS = "/api/admin/users";
/** What others do is seen at the next reading. */
const visibleWithin = { timeout: 20_000 };

let served: ServedScriptedBots;
let browser: Browser;
/** A second administrator. */
let jane: TestClient;

beforeAll(async () => {
  if (NO_BROWSER) return;
  served = await serveScriptedBots();
  browser = await launchBrowser();
  jane = await served.test.administrator("full", { firstName: "Jane", lastName: "Doe" });
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  expect(await served.test.differences()).toEqual([]);
  await served.stop();
});

const open = (path: string): Promise<SignedInPage> => openAdmin(browser, served, path);
const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const emailOf = (page: Page): Locator => page.getByLabel("Email", { exact: true });

/** The form stands in a page made at build time, and can be seen before it can be sent. */
const untilAlive = (page: Page): Promise<void> => page.waitForLoadState("networkidle");

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await emailOf(page).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Sign In as Admin");
}

const detailOf = ({ userId }: TestClient): Promise<AdminUserDetail> =>
  made<AdminUserDetail>(served.test.admin, "GET", `${USERS}/${userId}`);

describe("before anybody has come", () => {
  it.skipIf(NO_BROWSER !== "")(`every list says that nothing is there yet${TITLE}`, async () => {
    const opened = await open("/admin");
    const { page } = opened;
    for (const [tab, words] of [
      ["Users", "Nobody has signed up yet."],
      ["Deposits", "No deposits yet. A new one appears here by itself."],
      ["Withdrawals", "No withdrawals yet. A new one appears here by itself."],
      ["Verifications", "No verifications yet. A new one appears here by itself."],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await page.getByRole("tabpanel", { name: tab }).getByText(words, { exact: true }).waitFor();
      expect([tab, await rowsOf(page).count(), await pagerOf(page).count()]).toEqual([tab, 0, 0]);
    }
    for (const figure of ["total-users", "pending-deposits", "pending-withdrawals", "pending-verifications"]) {
      await expect.poll(() => page.getByTestId(figure).innerText(), visibleWithin).toBe("0");
    }
    expect(await page.getByText("Nothing waits", { exact: true }).count()).toBe(3);
    await closePage(opened);
  });
});

describe("signing in to the back office", () => {
  it.skipIf(NO_BROWSER !== "")(`refuses an empty form and a wrong password, and keeps the e-mail${TITLE}`, async () => {
    const opened = await openPage(browser, served.origin);
    const { page } = opened;
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/signin")) sent.push(request.url());
    });
    const form = page.locator("form");
    await page.goto("/admin");
    await untilAlive(page);
    await press(page, "Sign In as Admin");
    await form.getByText(messages.invalidEmail).first().waitFor();
    await form.getByText(messages.passwordRequired).first().waitFor();
    expect(sent).toEqual([]);
    await signIn(page, adminAccount.email, "Wrong-passw0rd!");
    await form.getByRole("alert").getByText(messages.wrongCredentials, { exact: true }).waitFor();
    expect(await emailOf(page).inputValue()).toBe(adminAccount.email);
    await page.getByRole("heading", { name: "Admin sign in" }).waitFor();
    await signIn(page, adminAccount.email, adminAccount.password);
    await page.getByRole("heading", { name: "Back office" }).waitFor();
    expect(sent).toHaveLength(2);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(
    `denies it to an investor who is signed in, who can sign in as somebody else${TITLE}`,
    async () => {
      const investor = await served.test.signUp();
      const opened = await openAs(browser, served, investor, "/admin");
      const { page } = opened;
      await untilAlive(page);
      await page.getByRole("heading", { name: "Admin sign in" }).waitFor();
      await signIn(page, investor.email, USER_PASSWORD);
      await page.getByRole("alert").getByText("Access Denied: You do not have admin privileges").waitFor();
      expect([await emailOf(page).inputValue(), new URL(page.url()).pathname]).toEqual([investor.email, "/admin"]);
      await signIn(page, adminAccount.email, adminAccount.password);
      await page.getByRole("heading", { name: "Back office" }).waitFor();
      await expect.poll(() => page.getByTestId("signed-in-as").innerText(), visibleWithin).toMatch(/Full/);
      await closePage(opened);
    },
  );
});

describe("a role that is taken away while a page stands open", () => {
  it.skipIf(NO_BROWSER !== "")(`refuses what the page still offers, and the page says so then${TITLE}`, async () => {
    const musa = await anotherAdmin(served, "money", { firstName: "Musa", lastName: "Bello" });
    const investor = await served.test.signUp();
    const { id } = await startDeposit(investor, "150");
    const opened = await openAs(browser, served, musa, "/admin?tab=deposits");
    const { page } = opened;
    const approve = rowOf(page, investor).getByRole("button", { name: /^Approve/ });
    await approve.click();
    await dialogOf(page).getByLabel("Transaction hash (optional)").fill("MUSA-1");
    await made(served.test.admin, "POST", `/api/admin/administrators/${musa.userId}/role`, {
      role: "read-only",
      password: adminAccount.password,
    });
    const refusal = page.waitForResponse("**/api/admin/deposits/*/approve");
    await press(dialogOf(page), "Approve deposit");
    expect((await refusal).status()).toBe(403);
    await dialogOf(page).getByRole("alert").first().waitFor();
    expect(await dialogOf(page).getByLabel("Transaction hash (optional)").inputValue()).toBe("MUSA-1");
    await press(dialogOf(page), "Cancel");
    await expect.poll(() => approve.getAttribute("title"), visibleWithin).toMatch(/^Needs .*money/);
    await expect.poll(() => page.getByTestId("signed-in-as").innerText(), visibleWithin).toMatch(/Read only/);
    const deposits = await made<ListPage<AdminDeposit>>(served.test.admin, "GET", `/api/admin/deposits?search=${id}`);
    expect(deposits.items.map(({ status }) => status)).toEqual(["pending"]);
    await made(investor, "POST", `/api/user/deposits/${id}/cancel`);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`leads to the way in, and back to the same page${TITLE}`, async () => {
    const ada = await anotherAdmin(served, "full", { firstName: "Ada", lastName: "Obi" });
    const opened = await openAs(browser, served, ada, "/admin/operations");
    const { page } = opened;
    const sections = page.getByRole("navigation", { name: "Back office" });
    await sections.waitFor();
    await made(served.test.admin, "POST", `/api/admin/administrators/${ada.userId}/unmake`, {
      password: adminAccount.password,
    });
    await page.getByRole("heading", { name: "Admin sign in" }).waitFor();
    expect(await sections.count()).toBe(0);
    await signIn(page, adminAccount.email, adminAccount.password);
    await sections.waitFor();
    expect(new URL(page.url()).pathname).toBe("/admin/operations");
    await closePage(opened);
  });
});

describe("the figures at the head", () => {
  it.skipIf(NO_BROWSER !== "")(`change by themselves when a deposit comes, and when it goes${TITLE}`, async () => {
    const opened = await open("/admin");
    const { page } = opened;
    const waiting = page.getByTestId("pending-deposits");
    await expect.poll(() => waiting.innerText(), visibleWithin).toBe("0");
    const investor = await served.test.signUp();
    const { id } = await made<Deposit>(investor, "POST", "/api/user/deposits", {
      amount: "250",
      currency: "USDT",
      network: "TRC20",
    });
    await expect.poll(() => waiting.innerText(), visibleWithin).toBe("1");
    await page.getByRole("tab", { name: "Deposits 1 waiting" }).waitFor();
    await rowOf(page, investor).waitFor();
    await made(investor, "POST", `/api/user/deposits/${id}/cancel`);
    await expect.poll(() => waiting.innerText(), visibleWithin).toBe("0");
    await closePage(opened);
  });
});

describe("a user", () => {
  it.skipIf(NO_BROWSER !== "")(`is found by the state of the identity check${TITLE}`, async () => {
    for (const kycStatus of ["approved", "rejected"]) {
      const { userId } = await served.test.signUp();
      await made(served.test.admin, "POST", `${USERS}/${userId}/kyc`, { kycStatus });
    }
    const opened = await open("/admin");
    const { page } = opened;
    for (const kycStatus of ["approved", "rejected", "pending"]) {
      const { items, total } = await made<ListPage<AdminUser>>(
        served.test.admin,
        "GET",
        `${USERS}?kycStatus=${kycStatus}&sort=-createdAt`,
      );
      await page.getByLabel("KYC", { exact: true }).selectOption(kycStatus);
      await expectPage(page, new RegExp(`of ${total}$`));
      await expect.poll(() => idsOf(page), visibleWithin).toEqual(items.map(({ id }) => id));
      expect(searchOf(page)).toBe(`?kycStatus=${kycStatus}`);
    }
    await press(page, "Clear filters");
    await expect.poll(() => page.getByLabel("KYC", { exact: true }).inputValue(), visibleWithin).toBe("");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`who was activated by somebody else is not activated again${TITLE}`, async () => {
    const client = await served.test.signUp();
    await made(jane, "POST", `${USERS}/${client.userId}/deactivate`, { reason: "Asked for it" });
    const opened = await open("/admin");
    const { page } = opened;
    const dialog = dialogOf(page);
    await chooseFromMenu(rowOf(page, client), "Activate");
    await dialog.getByText(/^Deactivated by Jane Doe .*: Asked for it$/).waitFor();
    await cutOff(page, `${USERS}/${client.userId}`, "GET", async () => {
      await made(jane, "POST", `${USERS}/${client.userId}/activate`, {});
      await press(dialog, "Activate user");
      await dialog.getByText(/^This user is active already, activated by Jane Doe at .* UTC$/).waitFor();
    });
    await dialog.getByText("Active already", { exact: true }).waitFor();
    await expectOnlyClose(dialog);
    expect((await detailOf(client)).user.isActive).toBe(true);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`is activated after a failure that kept the dialog${TITLE}`, async () => {
    const client = await served.test.signUp();
    await made(jane, "POST", `${USERS}/${client.userId}/deactivate`, { reason: "Asked for it" });
    const opened = await open("/admin");
    const { page } = opened;
    const dialog = dialogOf(page);
    await chooseFromMenu(rowOf(page, client), "Activate");
    await failOnce(page, `${USERS}/*/activate`, "POST");
    await press(dialog, "Activate user");
    await dialog.getByText("Something went wrong on our side. Please try again.").waitFor();
    expect((await detailOf(client)).user.isActive).toBe(false);
    await press(dialog, "Activate user");
    await expectToast(page, "Success", "Amina Otieno is active again.");
    await dialog.waitFor({ state: "detached" });
    expect((await detailOf(client)).user.isActive).toBe(true);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(
    `who was deleted meanwhile gets no adjustment, and what was typed stays${TITLE}`,
    async () => {
      const client = await served.test.signUp();
      const opened = await open("/admin");
      const { page } = opened;
      const dialog = dialogOf(page);
      await rowOf(page, client).getByRole("button", { name: "Edit Amina Otieno" }).click();
      await dialog.getByLabel("Balance", { exact: true }).fill("40");
      await dialog.getByLabel("Reason").fill("Prize");
      await dialog.getByTestId("ledger-sum").waitFor();
      await cutOff(page, `${USERS}/${client.userId}`, "GET", async () => {
        await made(jane, "DELETE", `${USERS}/${client.userId}`);
        const refusal = page.waitForResponse(`**${USERS}/${client.userId}/balance`);
        await press(dialog, "Post adjustment");
        expect((await refusal).status()).toBe(404);
        await dialog.getByText("There is no such user").first().waitFor();
      });
      await dialog.getByText("No longer there").waitFor();
      for (const [label, typed] of [
        ["Balance", "40"],
        ["Reason", "Prize"],
      ] as const) {
        const field = dialog.getByLabel(label, { exact: true });
        expect([label, await field.inputValue(), await field.isEditable()]).toEqual([label, typed, false]);
      }
      await expectOnlyClose(dialog);
      await expect.poll(() => rowOf(page, client).count(), visibleWithin).toBe(0);
      await closePage(opened);
    },
  );
});
