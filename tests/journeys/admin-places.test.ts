import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { chooseFromMenu, expectToast, untilNextRefresh } from "../harness/page-actions.ts";
import { expectPage, fillLists, focusedId, focusedName, idsOf, rowsOf, searchOf } from "../harness/record-list.ts";

const it = browserTest.extend("lists", { scope: "file", auto: true }, ({ site }) => fillLists(site));

const scrolled = (page: Page): Promise<unknown> => page.evaluate("Math.round(window.scrollY)");

describe("the focus after a decision", () => {
  it("moves to the next row, by keyboard alone", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin?tab=deposits&status=pending");
    await expectPage(page, /^1–/);
    const dialog = page.getByRole("dialog");
    const [first, second, third] = await idsOf(page);
    await page.keyboard.press("j");
    expect(await focusedId(page)).toBe(first);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Approve" }).press("Enter");
    await dialog.getByLabel(/received/i).waitFor();
    await dialog.getByRole("button", { name: /^Approve/ }).press("Enter");
    await expectToast(page, "Success");
    await expect.poll(() => focusedId(page)).toBe(second);
    // With a button of the row, after its box for several decisions; the next dialog opens at once.
    await page.keyboard.press("Tab");
    expect(await focusedName(page)).toMatch(/^Select the deposit of .+/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focusedName(page)).toMatch(/^Reject deposit of .+, .+@/);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: /^Reject/ }).press("Enter");
    await expect.poll(() => focusedId(page)).toBe(third);
    await page.keyboard.press("Enter");
    await dialog.waitFor();
  });

  it("stays on a row that stays, and is not taken from elsewhere", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin?tab=deposits&status=pending", { hasClock: true });
    await expectPage(page, /^1–/);
    const [first] = await idsOf(page);
    await page.goto(`/admin?tab=deposits&search=${first}`);
    await expectPage(page, "1–1 of 1");
    await rowsOf(page)
      .first()
      .getByRole("button", { name: /^Reject/ })
      .click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Reject/ })
      .click();
    await rowsOf(page).getByText("Failed").waitFor();
    await expect.poll(() => focusedId(page)).toBe(first);
    // A click elsewhere removes the focus, and a refresh does not restore it.
    await page.getByRole("heading", { name: "Back office" }).click();
    for (let refreshes = 0; refreshes < 2; refreshes += 1) {
      const refreshed = page.waitForResponse("**/api/admin/deposits?*");
      await untilNextRefresh(page);
      await refreshed;
    }
    expect(await focusedId(page)).toBeUndefined();
  });
});

describe("the way back from a user", () => {
  it("returns to the same place in the list", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin?sort=name");
    await expectPage(page, /^1–50 of/);
    const id = (await idsOf(page))[36];
    await rowsOf(page).nth(36).getByRole("link").scrollIntoViewIfNeeded();
    await page.evaluate("window.scrollBy(0, 40)");
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(500);
    await rowsOf(page).nth(36).getByRole("link").click();
    await page.waitForURL(`**/admin/users/${id}`);
    await page.getByText("Preferences").waitFor();
    expect(await scrolled(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => focusedId(page)).toBe(id);
    expect(await scrolled(page)).toBe(before);
    await page.keyboard.press("j");
    expect(await focusedId(page)).toBe((await idsOf(page))[37]);
  });

  it("is a link to the filtered list, or to all users", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin?tab=withdrawals&status=completed");
    await expectPage(page, /^1–50 of/);
    await page.keyboard.press("]");
    await expectPage(page, /^51–100 of/);
    const search = searchOf(page);
    expect(search).toMatch(/^\?tab=withdrawals&status=completed&cursor=/);
    const ids = await idsOf(page);
    await rowsOf(page).first().getByRole("link").click();
    await page.getByRole("link", { name: "All withdrawals" }).click();
    await expectPage(page, /^51–100 of/);
    expect(searchOf(page)).toBe(search);
    expect(await idsOf(page)).toEqual(ids);
    const path = String(await rowsOf(page).first().getByRole("link").getAttribute("href"));
    await page.goto(path);
    await page.getByRole("link", { name: "All users" }).click();
    await page.waitForURL("**/admin");
  });
});

describe("a list", () => {
  it("says that nothing was changed when the server does not answer", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin/money");
    await page.route("**/api/admin/deposits?*", (route) => route.abort());
    await page.goto("/admin?tab=deposits");
    await page.getByText("The server did not respond. Nothing was changed.").waitFor();
    const notice = await page.getByRole("alert").boundingBox();
    const panel = await page.getByRole("region", { name: "Records" }).boundingBox();
    const bottoms = [notice, panel].map((box) => (box === null ? 0 : box.y + box.height));
    expect((bottoms[1] ?? 0) - (bottoms[0] ?? 0)).toBeGreaterThan(15);
  });

  it("gives each action one name, with the person's email", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin?tab=withdrawals&status=pending");
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectPage(page, /^1–/);
    const more = rowsOf(page)
      .first()
      .getByRole("button", { name: /^More actions for withdrawal of .+, .+@example\.com$/ });
    await more.click();
    expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["Details", "Delete"]);
    await page.keyboard.press("ArrowUp");
    expect(await focusedName(page)).toBe("Delete");
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 800, height: 900 });
    await chooseFromMenu(rowsOf(page).first(), "Reject");
    await page.getByRole("dialog").waitFor();
  });

  it("shortens a wallet address but copies all of it", async ({ pages, site }) => {
    const { page, context } = await pages.openAdmin("/admin?tab=deposits");
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectPage(page, /^1–50 of/);
    const cell = rowsOf(page).first().locator("span[title].font-mono");
    const address = String(await cell.getAttribute("title"));
    expect(address.length).toBeGreaterThan(20);
    await cell.evaluate((element: unknown) => {
      const page = globalThis as unknown as { getSelection: () => { selectAllChildren: (of: unknown) => void } };
      page.getSelection().selectAllChildren(element);
    });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
    await page.keyboard.press("Control+c");
    const copied = await page.evaluate("navigator.clipboard.readText()");
    expect(copied).toBe(address);
    const widths = await cell.evaluate((element: unknown) => {
      const { offsetWidth, parentElement } = element as { offsetWidth: number; parentElement: { clientWidth: number } };
      return [offsetWidth, parentElement.clientWidth];
    });
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  });

  it("marks deactivated users where there is no status column", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin?status=deactivated");
    await expectPage(page, /^1–/);
    const tags = rowsOf(page).first().getByText("Deactivated", { exact: true }).filter({ visible: true });
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await tags.count(), String(width)).toBe(1);
    }
  });

  it("shows the person and the amount first on a phone", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin?tab=deposits");
    await expectPage(page, /^1–50 of/);
    await page.setViewportSize({ width: 360, height: 780 });
    const row = rowsOf(page).first();
    for (const heading of ["User", "Amount", "Actions"]) {
      expect(await row.getByText(heading, { exact: true }).count(), heading).toBe(0);
    }
    const [name, figure] = [await row.getByRole("link").boundingBox(), await row.locator("data").first().boundingBox()];
    expect(Math.abs((name?.y ?? 0) - (figure?.y ?? 99))).toBeLessThan(8);
  });

  it("distinguishes users without documents from those with pending documents", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const { page } = await pages.openAdmin(`/admin?search=${client.email}`, { hasClock: true });
    await expectPage(page, "1–1 of 1");
    await rowsOf(page).getByText("Not submitted", { exact: true }).waitFor();
    await site.test.sql`
      insert into verifications (id, user_id, document_type, front_document, created_at, updated_at)
      values (gen_random_uuid(), ${client.userId}, 'id_card', 'front', now(), now())`;
    await untilNextRefresh(page);
    await rowsOf(page).getByText("Pending", { exact: true }).waitFor();
  });
});
