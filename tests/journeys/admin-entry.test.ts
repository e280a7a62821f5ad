import { messages, type AdminDeposit, type AdminUser, type AdminUserDetail, type Deposit } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { startDeposit } from "../harness/money-calls.ts";
import {
  press,
  findRow,
  chooseFromMenu,
  expectToast,
  expectOnlyClose,
  untilNextRefresh,
  abortRequests,
  failOnce,
  callApi,
} from "../harness/page-actions.ts";
import { expectPage, idsOf, pagerOf, rowsOf, searchOf, type ListPage } from "../harness/record-list.ts";
import { adminAccount, PASSWORD, type TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("jane", { scope: "file" }, ({ site }) =>
  site.test.administrator("full", { firstName: "Jane", lastName: "Doe" }),
);

const USERS = "/api/admin/users";

const dialogOf = (page: Page): Locator => page.getByRole("dialog");
const emailOf = (page: Page): Locator => page.getByLabel("Email", { exact: true });

/** The form is prerendered, so it is visible before its scripts work. */
const waitForScripts = (page: Page): Promise<void> => page.waitForLoadState("networkidle");

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await emailOf(page).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Sign In as Admin");
}

const readDetail = (site: TestSite, { userId }: TestClient): Promise<AdminUserDetail> =>
  callApi<AdminUserDetail>(site.test.admin, "GET", `${USERS}/${userId}`);

describe("an empty back office", () => {
  it("says in every list that it is empty", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin");
    for (const [tab, words] of [
      ["Users", "No users yet."],
      ["Deposits", "No deposits yet. New deposits appear here automatically."],
      ["Withdrawals", "No withdrawals yet. New withdrawals appear here automatically."],
      ["Verifications", "No verifications yet. New verifications appear here automatically."],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await page.getByRole("tabpanel", { name: tab }).getByText(words, { exact: true }).waitFor();
      expect([tab, await rowsOf(page).count(), await pagerOf(page).count()]).toEqual([tab, 0, 0]);
    }
    const queues = ["deposits", "withdrawals", "verifications", "adjustments"];
    for (const figure of ["total-users", ...queues.map((queue) => `pending-${queue}`)]) {
      await expect.poll(() => page.getByTestId(figure).innerText()).toBe("0");
    }
    expect(await page.getByText("No pending requests", { exact: true }).count()).toBe(4);
  });
});

describe("signing in to the back office", () => {
  it("rejects an empty form and a wrong password, and keeps the email", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/signin")) sent.push(request.url());
    });
    const form = page.locator("form");
    await page.goto("/admin");
    await waitForScripts(page);
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
  });

  it("denies access to a signed-in investor, who can sign in as an administrator", async ({ pages, site }) => {
    const investor = await site.test.signUp();
    const { page } = await pages.openAs(investor, "/admin");
    await waitForScripts(page);
    await page.getByRole("heading", { name: "Admin sign in" }).waitFor();
    await signIn(page, investor.email, PASSWORD);
    await page.getByRole("alert").getByText("Access Denied: You do not have admin privileges").waitFor();
    expect([await emailOf(page).inputValue(), new URL(page.url()).pathname]).toEqual([investor.email, "/admin"]);
    await signIn(page, adminAccount.email, adminAccount.password);
    await page.getByRole("heading", { name: "Back office" }).waitFor();
    await expect.poll(() => page.getByTestId("signed-in-as").innerText()).toMatch(/Full/);
  });
});

describe("a role that is revoked while a page is open", () => {
  it("rejects actions that the page still offers, and updates the page", async ({ pages, site }) => {
    const musa = await site.test.administrator("money", { firstName: "Musa", lastName: "Bello" });
    const investor = await site.test.signUp();
    const { id } = await startDeposit(investor, "150");
    const { page } = await pages.openAs(musa, "/admin?tab=deposits", { hasClock: true });
    const approve = findRow(page, investor).getByRole("button", { name: /^Approve/ });
    await approve.click();
    await dialogOf(page).getByLabel("Transaction hash (optional)").fill("MUSA-1");
    await callApi(site.test.admin, "POST", `/api/admin/administrators/${musa.userId}/role`, {
      role: "read-only",
      password: adminAccount.password,
    });
    const refusal = page.waitForResponse("**/api/admin/deposits/*/approve");
    await press(dialogOf(page), "Approve deposit");
    expect((await refusal).status()).toBe(403);
    await dialogOf(page).getByRole("alert").first().waitFor();
    expect(await dialogOf(page).getByLabel("Transaction hash (optional)").inputValue()).toBe("MUSA-1");
    await press(dialogOf(page), "Cancel");
    await untilNextRefresh(page);
    await expect.poll(() => approve.getAttribute("title")).toMatch(/^Requires .*money/);
    await expect.poll(() => page.getByTestId("signed-in-as").innerText()).toMatch(/Read only/);
    const deposits = await callApi<ListPage<AdminDeposit>>(site.test.admin, "GET", `/api/admin/deposits?search=${id}`);
    expect(deposits.items.map(({ status }) => status)).toEqual(["pending"]);
    await callApi(investor, "POST", `/api/user/deposits/${id}/cancel`);
  });

  it("leads to the sign-in and back to the same page", async ({ pages, site }) => {
    const ada = await site.test.administrator("full", { firstName: "Ada", lastName: "Obi" });
    const { page } = await pages.openAs(ada, "/admin/operations", { hasClock: true });
    const sections = page.getByRole("navigation", { name: "Back office" });
    await sections.waitFor();
    await callApi(site.test.admin, "POST", `/api/admin/administrators/${ada.userId}/revoke`, {
      password: adminAccount.password,
    });
    await untilNextRefresh(page);
    await page.getByRole("heading", { name: "Admin sign in" }).waitFor();
    expect(await sections.count()).toBe(0);
    await signIn(page, adminAccount.email, adminAccount.password);
    await sections.waitFor();
    expect(new URL(page.url()).pathname).toBe("/admin/operations");
  });
});

describe("the start of the back office", () => {
  it("is the queue with the oldest request, and an empty queue is all clear", async ({ pages, site }) => {
    const investor = await site.test.signUp();
    const { id } = await callApi<Deposit>(investor, "POST", "/api/user/deposits", {
      amount: "250",
      currency: "USDT",
      network: "TRC20",
    });
    const { page } = await pages.openAdmin("/admin", { hasClock: true });
    await page.waitForURL("**/admin?tab=deposits&status=pending");
    await findRow(page, investor).waitFor();
    await callApi(investor, "POST", `/api/user/deposits/${id}/cancel`);
    await untilNextRefresh(page);
    await page.getByText("All clear. There are no pending requests.").waitFor();
    await press(page, "Show all");
    await findRow(page, investor).waitFor();
  });
});

describe("the counts in the header", () => {
  it("update when a deposit is requested and cancelled", async ({ pages, site }) => {
    const { page } = await pages.openAdmin("/admin", { hasClock: true });
    const waiting = page.getByTestId("pending-deposits");
    await expect.poll(() => waiting.innerText()).toBe("0");
    const investor = await site.test.signUp();
    const { id } = await callApi<Deposit>(investor, "POST", "/api/user/deposits", {
      amount: "250",
      currency: "USDT",
      network: "TRC20",
    });
    await untilNextRefresh(page);
    await expect.poll(() => waiting.innerText()).toBe("1");
    await page.getByRole("tab", { name: "Deposits 1 waiting" }).waitFor();
    await findRow(page, investor).waitFor();
    await callApi(investor, "POST", `/api/user/deposits/${id}/cancel`);
    await untilNextRefresh(page);
    await expect.poll(() => waiting.innerText()).toBe("0");
  });
});

describe("a user in the list", () => {
  it("is found by verification status", async ({ pages, site }) => {
    for (const kycStatus of ["approved", "rejected"]) {
      const { userId } = await site.test.signUp();
      await callApi(site.test.admin, "POST", `${USERS}/${userId}/kyc`, { kycStatus });
    }
    const { page } = await pages.openAdmin("/admin?tab=users");
    for (const kycStatus of ["approved", "rejected", "pending"]) {
      const { items, total } = await callApi<ListPage<AdminUser>>(
        site.test.admin,
        "GET",
        `${USERS}?kycStatus=${kycStatus}&sort=-createdAt`,
      );
      await page.getByLabel("KYC", { exact: true }).selectOption(kycStatus);
      await expectPage(page, new RegExp(`of ${total}$`));
      await expect.poll(() => idsOf(page)).toEqual(items.map(({ id }) => id));
      expect(searchOf(page)).toBe(`?tab=users&kycStatus=${kycStatus}`);
    }
    await press(page, "Clear filters");
    await expect.poll(() => page.getByLabel("KYC", { exact: true }).inputValue()).toBe("");
  });

  it("is not activated again when another administrator did so", async ({ pages, site, jane }) => {
    const client = await site.test.signUp();
    await callApi(jane, "POST", `${USERS}/${client.userId}/deactivate`, { reason: "Asked for it" });
    const { page } = await pages.openAdmin("/admin?tab=users", { hasClock: true });
    const dialog = dialogOf(page);
    await chooseFromMenu(findRow(page, client), "Activate");
    await dialog.getByText(/^Deactivated by Jane Doe .*: Asked for it$/).waitFor();
    await abortRequests(page, `${USERS}/${client.userId}`, "GET", async () => {
      await callApi(jane, "POST", `${USERS}/${client.userId}/activate`, {});
      await press(dialog, "Activate user");
      await dialog.getByText(/^This user is already active, activated by Jane Doe at .* UTC$/).waitFor();
    });
    await untilNextRefresh(page);
    await dialog.getByText("Already active", { exact: true }).waitFor();
    await expectOnlyClose(dialog);
    expect((await readDetail(site, client)).user.isActive).toBe(true);
  });

  it("is activated on the second try after a failure", async ({ pages, site, jane }) => {
    const client = await site.test.signUp();
    await callApi(jane, "POST", `${USERS}/${client.userId}/deactivate`, { reason: "Asked for it" });
    const { page } = await pages.openAdmin("/admin?tab=users");
    const dialog = dialogOf(page);
    await chooseFromMenu(findRow(page, client), "Activate");
    await failOnce(page, `${USERS}/*/activate`, "POST");
    await press(dialog, "Activate user");
    await dialog.getByText("Something went wrong on our side. Please try again.").waitFor();
    expect((await readDetail(site, client)).user.isActive).toBe(false);
    await press(dialog, "Activate user");
    await expectToast(page, "Success", "Amina Otieno is active again.");
    await dialog.waitFor({ state: "detached" });
    expect((await readDetail(site, client)).user.isActive).toBe(true);
  });

  it("gets no adjustment when deleted meanwhile; the form keeps its values", async ({ pages, site, jane }) => {
    const client = await site.test.signUp();
    const { page } = await pages.openAdmin("/admin?tab=users", { hasClock: true });
    const dialog = dialogOf(page);
    await findRow(page, client).getByRole("button", { name: "Edit Amina Otieno" }).click();
    await dialog.getByLabel("Balance", { exact: true }).fill("40");
    await dialog.getByLabel("Reason").fill("Prize");
    await dialog.getByTestId("ledger-sum").waitFor();
    await abortRequests(page, `${USERS}/${client.userId}`, "GET", async () => {
      await callApi(jane, "DELETE", `${USERS}/${client.userId}`);
      const refusal = page.waitForResponse(`**${USERS}/${client.userId}/balance`);
      await press(dialog, "Post adjustment");
      expect((await refusal).status()).toBe(404);
      await dialog.getByText("User not found.").first().waitFor();
    });
    await untilNextRefresh(page);
    await dialog.getByText("Already deleted").waitFor();
    for (const [label, typed] of [
      ["Balance", "40"],
      ["Reason", "Prize"],
    ] as const) {
      const field = dialog.getByLabel(label, { exact: true });
      expect([label, await field.inputValue(), await field.isEditable()]).toEqual([label, typed, false]);
    }
    await expectOnlyClose(dialog);
    await expect.poll(() => findRow(page, client).count()).toBe(0);
  });
});
