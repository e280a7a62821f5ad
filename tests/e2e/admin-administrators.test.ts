import { messages, type AdminRole } from "@wazi/contracts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminAccount, anotherAdmin, openAsAdmin, USER_PASSWORD } from "../harness/back-office-page.ts";
import { launchBrowser, NO_BROWSER } from "../harness/browser.ts";
import {
  closePage,
  cutOff,
  expectToast,
  look,
  made,
  openAs,
  press,
  type SignedInPage,
} from "../harness/investor-page.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";
import type { TestClient } from "../harness/test-app.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";
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

const openAdministrators = (): Promise<SignedInPage> => openAsAdmin(browser, served, "/admin/administrators");
const rowOf = (page: Page, text: string) => page.locator("[data-record]").filter({ hasText: text });

async function roleOf({ userId }: TestClient): Promise<AdminRole | null> {
  const [row] = await served.test.sql<{ is_admin: boolean; admin_role: AdminRole }[]>`
    select is_admin, admin_role from users where id = ${userId}`;
  return row?.is_admin === true ? row.admin_role : null;
}

describe("the administrators", () => {
  it.skipIf(NO_BROWSER !== "")(`are made by e-mail, role and one's own password${TITLE}`, async () => {
    const person = await served.test.signUp({ firstName: "Juma", lastName: "Mwangi" });
    const rich = await served.test.funded("500");
    const opened = await openAdministrators();
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    const email = dialog.getByLabel("Their email");
    const password = dialog.getByLabel("Your own password", { exact: true });
    await press(page, /^Make an administrator/);
    await press(dialog, "Make administrator");
    await expectToast(page, "Error", messages.invalidEmail);
    await look(page, "admin-make-administrator");
    await email.fill("nobody@example.com");
    await dialog.getByLabel(/^Money/).check();
    await password.fill(adminAccount.password);
    await press(dialog, "Make administrator");
    await dialog.getByText("Nobody has signed up with this e-mail").first().waitFor();
    await email.fill(rich.email);
    await press(dialog, "Make administrator");
    await dialog
      .getByText(/Amina Otieno has money here/)
      .first()
      .waitFor();
    // A wrong password keeps all that was chosen.
    await email.fill(person.email);
    await password.fill("Wrong-passw0rd!");
    await press(dialog, "Make administrator");
    await expectToast(page, "Error", messages.wrongCurrentPassword);
    expect([await email.inputValue(), await dialog.getByLabel(/^Money/).isChecked()]).toEqual([person.email, true]);
    expect(await roleOf(person)).toBe(null);
    await password.fill(adminAccount.password);
    await cutOff(page, "/api/admin/administrators", "POST", async () => {
      await press(dialog, "Make administrator");
      await expectToast(page, "Error", "Failed to make an administrator");
    });
    await press(dialog, "Make administrator");
    await expectToast(page, "Success", "Juma Mwangi is an administrator now.");
    await rowOf(page, person.email).getByText("Money", { exact: true }).waitFor();
    expect(await roleOf(person)).toBe("money");
    expect((await person.call("GET", "/api/auth/user")).status).toBe(401);
    await look(page, "admin-administrators");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`get another role from another administrator${TITLE}`, async () => {
    const joy = await anotherAdmin(served, "money", { firstName: "Joy", lastName: "Mensah" });
    const opened = await openAdministrators();
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    await press(page, "Change role of Joy Mensah");
    await dialog.getByLabel("Your own password", { exact: true }).fill(adminAccount.password);
    await press(dialog, "Change role");
    await expectToast(page, "Error", "Choose another role than the one they have");
    expect(await page.evaluate("document.activeElement.type")).toBe("radio");
    await dialog.getByLabel(/^Read only/).check();
    await dialog.getByText(/goes from money to read only/).waitFor();
    await look(page, "admin-change-role");
    await press(dialog, "Change role");
    await expectToast(page, "Success", "The role of Joy Mensah is read only now.");
    await rowOf(page, joy.email).getByText("Read only", { exact: true }).waitFor();
    expect(await roleOf(joy)).toBe("read-only");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`are unmade, and are investors again${TITLE}`, async () => {
    const kofi = await anotherAdmin(served, "full", { firstName: "Kofi", lastName: "Boateng" });
    const opened = await openAdministrators();
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    await press(page, "Unmake Kofi Boateng");
    await dialog.getByText(kofi.email).waitFor();
    await press(dialog, "Unmake administrator");
    await expectToast(page, "Error", messages.passwordRequired);
    await look(page, "admin-unmake");
    await dialog.getByLabel("Your own password", { exact: true }).fill("Wrong-passw0rd!");
    await press(dialog, "Unmake administrator");
    await expectToast(page, "Error", messages.wrongCurrentPassword);
    await dialog.getByLabel("Your own password", { exact: true }).fill(adminAccount.password);
    await press(dialog, "Unmake administrator");
    await expectToast(page, "Success", "Kofi Boateng is no administrator any more.");
    await expect.poll(() => rowOf(page, kofi.email).count()).toBe(0);
    // Their row is gone, and the button with it that had the focus.
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Make an administrator");
    expect(await roleOf(kofi)).toBe(null);
    expect((await kofi.call("GET", "/api/admin/users")).status).toBe(403);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`can't change themselves, nor the last one with full rights${TITLE}`, async () => {
    const opened = await openAdministrators();
    const own = rowOf(opened.page, adminAccount.email);
    await own.getByText("You", { exact: true }).waitFor();
    await own.getByText("The last one with full rights: give them to somebody else first").waitFor();
    expect(await own.getByRole("button").count()).toBe(0);
    await anotherAdmin(served, "full", { firstName: "Ada", lastName: "Obi" });
    await own.getByText("Nobody changes their own rights: another administrator does").waitFor({ timeout: SEEN_MS });
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`are told of a role or an end that another one gave meanwhile${TITLE}`, async () => {
    const eve = await anotherAdmin(served, "money", { firstName: "Eve", lastName: "Banda" });
    const opened = await openAdministrators();
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    await press(page, "Unmake Eve Banda");
    await made(served.test.admin, "POST", `/api/admin/administrators/${eve.userId}/unmake`, {
      password: adminAccount.password,
    });
    await dialog.getByLabel("Your own password", { exact: true }).fill(adminAccount.password);
    await press(dialog, "Unmake administrator");
    await dialog.getByText("There is no such administrator").waitFor();
    await press(dialog, "Cancel");
    await expect.poll(() => rowOf(page, eve.email).count(), { timeout: SEEN_MS }).toBe(0);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`are only looked at by those without the full role${TITLE}`, async () => {
    const rita = await anotherAdmin(served, "read-only", { firstName: "Rita", lastName: "Reader" });
    const nia = await anotherAdmin(served, "money", { firstName: "Nia", lastName: "Tembo" });
    const opened = await openAs(browser, served, rita, "/admin/administrators", { password: USER_PASSWORD });
    const { page } = opened;
    await rowOf(page, rita.email).getByText("Nobody changes their own rights").waitFor();
    await rowOf(page, nia.email).getByText("Needs full rights").waitFor();
    expect(await page.getByRole("button", { name: /^(Change role|Unmake)/ }).count()).toBe(0);
    const make = page.getByRole("button", { name: /^Make an administrator/ });
    expect([await make.getAttribute("aria-disabled"), await make.getAttribute("title")]).toEqual([
      "true",
      "Needs full rights",
    ]);
    await look(page, "admin-administrators-read-only");
    await closePage(opened);
  });
});

describe("the audit log", () => {
  const entries = (page: Page) => page.getByRole("table", { name: "Audit log" }).locator("[data-record]");

  it.skipIf(NO_BROWSER !== "")(`tells in words who did what to whom, and what it was before${TITLE}`, async () => {
    const client = await served.test.funded("500");
    await made(served.test.admin, "POST", `/api/admin/users/${client.userId}/balance`, {
      balance: "620.50",
      reason: "Goodwill",
    });
    const opened = await openAsAdmin(browser, served, "/admin/audit");
    const { page } = opened;
    const adjusted = entries(page).filter({ hasText: "Goodwill" });
    await adjusted.getByText(/adjusted the account of/).waitFor();
    expect(await adjusted.innerText()).toMatch(/balance from \$500\.00 to \$620\.50: “Goodwill”/);
    const approved = entries(page).filter({ hasText: "approved the deposit of $500.00 of Amina Otieno" }).first();
    await approved.getByText("127.0.0.1").waitFor();
    await adjusted.click();
    const changes = page.getByRole("table", { name: "Before and after" });
    await changes.getByRole("row", { name: "Balance $500.00 $620.50" }).waitFor();
    await page.getByText(/^Unchanged: .*profit funds/).waitFor();
    await look(page, "admin-audit");
    await adjusted.getByRole("link", { name: "Amina Otieno" }).click();
    await page.waitForURL(`**/admin/users/${client.userId}`);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`is filtered and searched, all of it in the address${TITLE}`, async () => {
    const client = await served.test.signUp({ firstName: "Zuri", lastName: "Ndlovu" });
    await made(served.test.admin, "POST", `/api/admin/users/${client.userId}/kyc`, { kycStatus: "approved" });
    await made(served.test.admin, "POST", `/api/admin/users/${client.userId}/deactivate`, { reason: "Zebra crossing" });
    const opened = await openAsAdmin(browser, served, "/admin/audit");
    const { page } = opened;
    await page.getByLabel("Search", { exact: true }).fill("zebra");
    await expect.poll(() => entries(page).count()).toBe(1);
    await entries(page)
      .getByText(/deactivated/)
      .waitFor();
    expect(page.url()).toContain("search=zebra");
    await page.reload();
    await expect.poll(() => entries(page).count()).toBe(1);
    await press(page, "Clear filters");
    await page.getByLabel("Action", { exact: true }).selectOption("user.set-kyc-status");
    await entries(page)
      .filter({ hasText: "Zuri Ndlovu" })
      .getByText(/from pending to approved/)
      .waitFor();
    await expect.poll(() => page.url()).toContain("action=user.set-kyc-status");
    await page.getByLabel("Who", { exact: true }).selectOption(served.test.admin.userId);
    await page.getByLabel("Subject", { exact: true }).selectOption("deposit");
    await page.getByText("Nothing matches these filters.").waitFor();
    await look(page, "admin-audit-nothing");
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await page.getByLabel("To (UTC)").fill("2024-01-01");
    await page.getByText("Nothing matches these filters.").waitFor();
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`is narrowed to one subject and to one user by links${TITLE}`, async () => {
    const client = await served.test.signUp({ firstName: "Tendai", lastName: "Moyo" });
    await made(served.test.admin, "POST", `/api/admin/users/${client.userId}/kyc`, { kycStatus: "approved" });
    const opened = await openAsAdmin(browser, served, `/admin/audit?user=${client.userId}`);
    const { page } = opened;
    await expect.poll(() => entries(page).count()).toBe(1);
    await page.getByText("by or about").waitFor();
    await entries(page).first().click();
    await page.getByRole("link", { name: "Everything about this user" }).click();
    await page.waitForURL(/subjectId=/);
    await page.getByText(`about the user ${client.userId}`).waitFor();
    await look(page, "admin-audit-narrowed");
    await press(page, "Don't narrow to a subject");
    await expect.poll(() => page.url()).not.toContain("subjectId");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`tells of what has no words by its code, and comes page by page${TITLE}`, async () => {
    await served.test.sql`
      insert into audit_log (actor_id, action, subject_type, subject_id, after)
      select ${served.test.admin.userId}, 'moon.land', 'moon', number::text, '{"feet": 1}'
      from generate_series(1, 60) number`;
    const opened = await openAsAdmin(browser, served, "/admin/audit?action=moon.land");
    const { page } = opened;
    await page.getByText("1–50 of 60").waitFor();
    await entries(page).first().getByText("moon.land (moon 60)").waitFor();
    expect(await page.getByLabel("Action", { exact: true }).inputValue()).toBe("moon.land");
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText("51–60 of 60").waitFor();
    await entries(page).last().getByText("moon.land (moon 1)").waitFor();
    await page.goBack();
    await page.getByText("1–50 of 60").waitFor();
    await closePage(opened);
  });
});

it.skipIf(NO_BROWSER !== "").each([360, 768])(`both fit a screen of %d pixels${TITLE}`, async (width) => {
  const opened = await openAsAdmin(browser, served, "/admin/audit", { width });
  const { page } = opened;
  for (const path of ["/admin/audit", "/admin/administrators"]) {
    await page.goto(path);
    await page.locator("[data-record]").first().waitFor();
    expect(
      await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
      path,
    ).toBeLessThanOrEqual(0);
    const here = await page
      .getByRole("navigation", { name: "Back office" })
      .locator("[aria-current=page]")
      .boundingBox();
    expect((here?.x ?? width) + (here?.width ?? 0), `${path} in the bar`).toBeLessThanOrEqual(width);
  }
  await closePage(opened);
});
