import { messages, type AdminRole } from "@wazi/contracts";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Screen, WatchedPage } from "../harness/browser.ts";
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
import { adminAccount, PASSWORD, type TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest;

const openAdministrators = (pages: Pages, screen?: Screen): Promise<WatchedPage> =>
  pages.openAdmin("/admin/administrators", screen);
const rowOf = (page: Page, text: string) => page.locator("[data-record]").filter({ hasText: text });

async function readRole(site: TestSite, { userId }: TestClient): Promise<AdminRole | null> {
  const [row] = await site.test.sql<{ is_admin: boolean; admin_role: AdminRole }[]>`
    select is_admin, admin_role from users where id = ${userId}`;
  return row?.is_admin === true ? row.admin_role : null;
}

describe("the administrators page", () => {
  it("appoints an administrator by email, role and the acting administrator's password", async ({ pages, site }) => {
    const person = await site.test.signUp({ firstName: "Juma", lastName: "Mwangi" });
    const rich = await site.test.funded("500");
    const { page } = await openAdministrators(pages);
    const dialog = page.getByRole("dialog");
    const email = dialog.getByLabel("Email");
    const password = dialog.getByLabel("Your password", { exact: true });
    await press(page, /^Appoint administrator/);
    await press(dialog, "Appoint administrator");
    await expectToast(page, "Error", messages.invalidEmail);
    await expectAccessible(page, "admin-make-administrator");
    await email.fill("nobody@example.com");
    await dialog.getByLabel(/^Money/).check();
    await password.fill(adminAccount.password);
    await press(dialog, "Appoint administrator");
    await dialog.getByText("No user has signed up with this e-mail address.").first().waitFor();
    await email.fill(rich.email);
    await press(dialog, "Appoint administrator");
    await dialog
      .getByText(/Amina Otieno has money here/)
      .first()
      .waitFor();
    // A wrong password keeps the form.
    await email.fill(person.email);
    await password.fill("Wrong-passw0rd!");
    await press(dialog, "Appoint administrator");
    await expectToast(page, "Error", messages.wrongCurrentPassword);
    expect([await email.inputValue(), await dialog.getByLabel(/^Money/).isChecked()]).toEqual([person.email, true]);
    expect(await readRole(site, person)).toBe(null);
    await password.fill(adminAccount.password);
    await abortRequests(page, "/api/admin/administrators", "POST", async () => {
      await press(dialog, "Appoint administrator");
      await expectToast(page, "Error", "Failed to appoint administrator");
    });
    await press(dialog, "Appoint administrator");
    await expectToast(page, "Success", "Juma Mwangi is now an administrator.");
    await rowOf(page, person.email).getByText("Money", { exact: true }).waitFor();
    expect(await readRole(site, person)).toBe("money");
    expect((await person.call("GET", "/api/auth/user")).status).toBe(401);
    await expectAccessible(page, "admin-administrators");
  });

  it("lets another administrator confirm an appointment, and shows from when the new one counts", async ({
    pages,
    site,
  }) => {
    const omar = await site.test.administrator("full", { firstName: "Omar", lastName: "Sall" });
    const person = await site.test.signUp({ firstName: "Wanja", lastName: "Kamau" });
    const { page } = await openAdministrators(pages);
    const dialog = page.getByRole("dialog");
    await press(page, /^Appoint administrator/);
    await dialog.getByLabel("Email").fill(person.email);
    await dialog.getByLabel(/^Money/).check();
    await dialog.getByLabel("Your password", { exact: true }).fill(adminAccount.password);
    await press(dialog, "Appoint administrator");
    await page.getByText(/^Wanja Kamau gets the role money when another administrator confirms it/).waitFor();
    const waiting = page.getByRole("listitem").filter({ hasText: "Wanja Kamau" });
    await waiting.getByText(/Waits until .* for one of: .*Omar Sall/).waitFor();
    await waiting
      .getByText(/used the same .*network address in the last 30 days/)
      .first()
      .waitFor();
    expect(await waiting.getByRole("button").allInnerTexts()).toEqual(["Take back"]);
    await expectAccessible(page, "admin-appointment-waits");
    await expectToFit(page, [360, 768], "an appointment that waits");
    expect(await readRole(site, person)).toBe(null);

    const { page: other } = await pages.openAs(omar, "/admin/administrators");
    await press(other, "Confirm the appointment of Wanja Kamau");
    const confirming = other.getByRole("dialog");
    await confirming.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await expectAccessible(other, "admin-appointment-confirm");
    await press(confirming, "Confirm");
    await expectToast(other, "Success", "The appointment of Wanja Kamau is confirmed.");
    await rowOf(other, person.email)
      .getByText(/^From \d/)
      .waitFor();
    expect(await readRole(site, person)).toBe("money");
    const password = adminAccount.password;
    await callApi(site.test.admin, "POST", `/api/admin/administrators/${omar.userId}/revoke`, { password });
  });

  it("changes the role of another administrator", async ({ pages, site }) => {
    const joy = await site.test.administrator("money", { firstName: "Joy", lastName: "Mensah" });
    const { page } = await openAdministrators(pages);
    const dialog = page.getByRole("dialog");
    await press(page, "Change role of Joy Mensah");
    await dialog.getByLabel("Your password", { exact: true }).fill(adminAccount.password);
    await press(dialog, "Change role");
    await expectToast(page, "Error", "Choose a different role");
    expect(await page.evaluate("document.activeElement.type")).toBe("radio");
    await dialog.getByLabel(/^Read only/).check();
    await dialog.getByText(/changes from money to read only/).waitFor();
    await expectAccessible(page, "admin-change-role");
    await press(dialog, "Change role");
    await expectToast(page, "Success", "Joy Mensah now has the role read only.");
    await rowOf(page, joy.email).getByText("Read only", { exact: true }).waitFor();
    expect(await readRole(site, joy)).toBe("read-only");
  });

  it("revokes an administrator, who is an investor again", async ({ pages, site }) => {
    const kofi = await site.test.administrator("full", { firstName: "Kofi", lastName: "Boateng" });
    const { page } = await openAdministrators(pages);
    const dialog = page.getByRole("dialog");
    await press(page, "Revoke access of Kofi Boateng");
    await dialog.getByText(kofi.email).waitFor();
    await press(dialog, "Revoke access");
    await expectToast(page, "Error", messages.passwordRequired);
    await expectAccessible(page, "admin-revoke");
    await dialog.getByLabel("Your password", { exact: true }).fill("Wrong-passw0rd!");
    await press(dialog, "Revoke access");
    await expectToast(page, "Error", messages.wrongCurrentPassword);
    await dialog.getByLabel("Your password", { exact: true }).fill(adminAccount.password);
    await press(dialog, "Revoke access");
    await expectToast(page, "Success", "Kofi Boateng is no longer an administrator.");
    await expect.poll(() => rowOf(page, kofi.email).count()).toBe(0);
    // The focused button has disappeared with its row.
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Appoint administrator");
    expect(await readRole(site, kofi)).toBe(null);
    expect((await kofi.call("GET", "/api/admin/users")).status).toBe(403);
  });

  it("does not let administrators change themselves or the last one with full rights", async ({ pages, site }) => {
    const opened = await openAdministrators(pages, { hasClock: true });
    const own = rowOf(opened.page, adminAccount.email);
    await own.getByText("You", { exact: true }).waitFor();
    await own.getByText("This is the last administrator with full access.").waitFor();
    expect(await own.getByRole("button").count()).toBe(0);
    await site.test.administrator("full", { firstName: "Ada", lastName: "Obi" });
    await untilNextRefresh(opened.page);
    await own.getByText("You cannot change your own role.").waitFor();
  });

  it("shows a change that another administrator made meanwhile", async ({ pages, site }) => {
    const eve = await site.test.administrator("money", { firstName: "Eve", lastName: "Banda" });
    const { page } = await openAdministrators(pages, { hasClock: true });
    const dialog = page.getByRole("dialog");
    await press(page, "Revoke access of Eve Banda");
    await callApi(site.test.admin, "POST", `/api/admin/administrators/${eve.userId}/revoke`, {
      password: adminAccount.password,
    });
    await dialog.getByLabel("Your password", { exact: true }).fill(adminAccount.password);
    await press(dialog, "Revoke access");
    await dialog.getByText("Administrator not found.").waitFor();
    await press(dialog, "Cancel");
    await untilNextRefresh(page);
    await expect.poll(() => rowOf(page, eve.email).count()).toBe(0);
  });

  it("is read-only without the full role", async ({ pages, site }) => {
    const rita = await site.test.administrator("read-only", { firstName: "Rita", lastName: "Reader" });
    const nia = await site.test.administrator("money", { firstName: "Nia", lastName: "Tembo" });
    const { page } = await pages.openAs(rita, "/admin/administrators");
    await rowOf(page, rita.email).getByText("You cannot change your own role").waitFor();
    await rowOf(page, nia.email).getByText("Requires full access").waitFor();
    expect(await page.getByRole("button", { name: /^(Change role|Revoke access)/ }).count()).toBe(0);
    const make = page.getByRole("button", { name: /^Appoint administrator/ });
    expect([await make.getAttribute("aria-disabled"), await make.getAttribute("title")]).toEqual([
      "true",
      "Requires full access",
    ]);
    await expectAccessible(page, "admin-administrators-read-only");
  });
});

describe("the audit log", () => {
  const entries = (page: Page) => page.getByRole("table", { name: "Audit log" }).locator("[data-record]");

  it("describes each event and the values before and after", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    await callApi(site.test.admin, "POST", `/api/admin/users/${client.userId}/balance`, {
      balance: "620.50",
      reason: "Goodwill",
    });
    const { page } = await pages.openAdmin("/admin/audit");
    const adjusted = entries(page).filter({ hasText: "Goodwill" });
    await adjusted.getByText(/adjusted the account of/).waitFor();
    expect(await adjusted.innerText()).toMatch(/balance from \$500\.00 to \$620\.50: “Goodwill”/);
    const approved = entries(page).filter({ hasText: "approved the deposit of $500.00 of Amina Otieno" }).first();
    await approved.getByText("127.0.0.1").waitFor();
    await adjusted.click();
    const changes = page.getByRole("table", { name: "Before and after" });
    await changes.getByRole("row", { name: "Balance $500.00 $620.50" }).waitFor();
    await page.getByText(/^Unchanged: .*profit funds/).waitFor();
    await expectAccessible(page, "admin-audit");
    await adjusted.getByRole("link", { name: "Amina Otieno" }).click();
    await page.waitForURL(`**/admin/users/${client.userId}`);
  });

  it("keeps filters and search in the URL", async ({ pages, site }) => {
    const client = await site.test.signUp({ firstName: "Zuri", lastName: "Ndlovu" });
    await callApi(site.test.admin, "POST", `/api/admin/users/${client.userId}/kyc`, { kycStatus: "approved" });
    await callApi(site.test.admin, "POST", `/api/admin/users/${client.userId}/deactivate`, {
      reason: "Zebra crossing",
    });
    const { page } = await pages.openAdmin("/admin/audit");
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
    await page.getByLabel("Who", { exact: true }).selectOption(site.test.admin.userId);
    await page.getByLabel("Subject", { exact: true }).selectOption("deposit");
    await page.getByText("No results for these filters.").waitFor();
    await expectAccessible(page, "admin-audit-nothing");
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await page.getByLabel("To (UTC)").fill("2024-01-01");
    await page.getByText("No results for these filters.").waitFor();
  });

  it("links to the events of one subject or one user", async ({ pages, site }) => {
    const client = await site.test.signUp({ firstName: "Tendai", lastName: "Moyo" });
    await callApi(site.test.admin, "POST", `/api/admin/users/${client.userId}/kyc`, { kycStatus: "approved" });
    const { page } = await pages.openAdmin(`/admin/audit?user=${client.userId}`);
    await expect.poll(() => entries(page).count()).toBe(1);
    await page.getByText("by or about").waitFor();
    await entries(page).first().click();
    await page.getByRole("link", { name: "All events for this user" }).click();
    await page.waitForURL(/subjectId=/);
    await page.getByText(`about the user ${client.userId}`).waitFor();
    await expectAccessible(page, "admin-audit-narrowed");
    await press(page, "Remove subject filter");
    await expect.poll(() => page.url()).not.toContain("subjectId");
  });

  it("shows unknown actions by their code, in pages", async ({ pages, site }) => {
    await site.test.sql`
      insert into audit_log (actor_id, action, subject_type, subject_id, after)
      select ${site.test.admin.userId}, 'moon.land', 'moon', number::text, '{"feet": 1}'
      from generate_series(1, 60) number`;
    const { page } = await pages.openAdmin("/admin/audit?action=moon.land");
    await page.getByText("1–50 of 60").waitFor();
    await entries(page).first().getByText("moon.land (moon 60)").waitFor();
    expect(await page.getByLabel("Action", { exact: true }).inputValue()).toBe("moon.land");
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText("51–60 of 60").waitFor();
    await entries(page).last().getByText("moon.land (moon 1)").waitFor();
    await page.goBack();
    await page.getByText("1–50 of 60").waitFor();
  });
});

it.for(["/admin/audit", "/admin/administrators"])("%s fits a phone and a tablet", async (path, { pages }) => {
  const { page } = await pages.openAdmin(path, { width: 360 });
  await page.locator("[data-record]").first().waitFor();
  const here = page.getByRole("navigation", { name: "Back office" }).locator("[aria-current=page]");
  for (const width of [360, 768]) {
    await expectToFit(page, [width], path);
    const box = (await here.boundingBox())!;
    expect(box.x, `${path} in the bar`).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, `${path} in the bar`).toBeLessThanOrEqual(width);
  }
});
