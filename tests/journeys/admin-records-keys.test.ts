import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { tryAgain, chooseFromMenu, untilNextRefresh, callApi } from "../harness/page-actions.ts";
import { expectPage, fillLists, focusedId, focusedName, idsOf, rowsOf, searchOf } from "../harness/record-list.ts";

const it = browserTest.extend("lists", { scope: "file", auto: true }, ({ site }) => fillLists(site));

describe("keyboard control", () => {
  it("moves through rows and pages, opens, searches and lists the keys", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin?tab=deposits");
    await expectPage(page, /^1–50 of/);
    const first = await idsOf(page);
    await page.keyboard.press("j");
    expect(await focusedId(page)).toBe(first[0]);
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    expect(await focusedId(page)).toBe(first[2]);
    await page.keyboard.press("k");
    await page.keyboard.press("ArrowUp");
    expect(await focusedId(page)).toBe(first[0]);
    await page.keyboard.press("ArrowUp");
    expect(await focusedId(page)).toBe(first[0]);
    await page.keyboard.press("End");
    expect(await focusedId(page)).toBe(first[49]);
    await page.keyboard.press("]");
    await expectPage(page, /^51–100 of/);
    const second = await idsOf(page);
    await expect.poll(() => focusedId(page)).toBe(second[0]);
    await page.keyboard.press("[");
    await expectPage(page, /^1–50 of/);
    await expect.poll(() => focusedId(page)).toBe(first[0]);

    // Leaves the table and returns to the same row.
    await page.keyboard.press("j");
    await page.keyboard.press("/");
    const search = page.getByLabel("Search deposits");
    await expect.poll(() => page.evaluate("document.activeElement.type")).toBe("search");
    await page.keyboard.type("jk?[]/");
    expect(await search.inputValue()).toBe("jk?[]/");
    await page.getByText("No results for “jk?[]/”.").waitFor();
    await search.fill("");
    await expectPage(page, /^1–50 of/);
    await page.getByRole("tab", { name: /Deposits/ }).focus();

    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.getByText("Previous page").waitFor();
    await page.keyboard.press("]");
    await page.keyboard.press("j");
    expect(await focusedId(page)).toBeUndefined();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(searchOf(page)).toBe("?tab=deposits");

    await page.keyboard.press("j");
    const here = await focusedId(page);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => focusedId(page)).toBe(here);
    await page.getByRole("tab", { name: /Users/ }).click();
    await expectPage(page, /^1–50 of/);
    await page.keyboard.press("j");
    const user = String(await focusedId(page));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/admin/users/${user}`);
  });

  it("opens, walks through and closes a row's menu", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin?tab=users");
    await expectPage(page, /^1–50 of/);
    const row = rowsOf(page).first();
    const more = row.getByRole("button", { name: /^More actions for/ });
    await more.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedName(page)).toBe("Change KYC status");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await focusedName(page)).toBe("Delete");
    await page.keyboard.press("ArrowDown");
    expect(await focusedName(page)).toBe("Change KYC status");
    await page.keyboard.press("End");
    await page.keyboard.press("j");
    expect(await focusedName(page)).toBe("Delete");
    await page.keyboard.press("Escape");
    // The browser reports the closing of a menu with a delay.
    await expect.poll(() => more.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => focusedName(page)).toMatch(/^More actions for/);
    await chooseFromMenu(row, "Change KYC status");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => focusedName(page)).toMatch(/^More actions for/);
  });
});

describe("a list that refreshes", () => {
  it("marks a changed row and keeps the focus and the scroll position", async ({ pages, site }) => {
    const { page } = await pages.openAdmin("/admin?tab=deposits", { hasClock: true });
    await expectPage(page, /^1–50 of/);
    const [first, second, third] = await idsOf(page);
    expect(await page.locator("[data-changed]").count()).toBe(0);
    await rowsOf(page).nth(2).focus();
    await page.evaluate("window.scrollTo(0, 300)");
    await callApi(site.test.admin, "POST", `/api/admin/deposits/${first}/approve`, { status: "failed" });
    await untilNextRefresh(page);
    // The row is no longer pending, and the next one has taken its place.
    await expect.poll(async () => (await idsOf(page))[0]).toBe(second);
    expect(await focusedId(page)).toBe(third);
    expect(await page.evaluate("window.scrollY")).toBe(300);

    const watched = await pages.openAdmin(`/admin?tab=deposits&search=${second}`, { hasClock: true });
    await expectPage(watched.page, "1–1 of 1");
    const before = await rowsOf(watched.page).first().boundingBox();
    await callApi(site.test.admin, "POST", `/api/admin/deposits/${second}/approve`, { status: "failed" });
    await untilNextRefresh(watched.page);
    await watched.page.locator(`[data-changed][data-record="${second}"]`).getByText("Failed").waitFor();
    expect(await rowsOf(watched.page).first().boundingBox()).toEqual(before);
    await untilNextRefresh(watched.page);
    await watched.page.locator("[data-changed]").waitFor({ state: "detached" });
  });

  it("says how old the rows are when a refresh fails", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin?tab=withdrawals", { hasClock: true });
    await expectPage(page, /^1–50 of/);
    await page.route("**/api/admin/withdrawals?*", (route) => route.abort());
    await untilNextRefresh(page);
    await page.getByText(/^Connection lost\. This data is from \d\d:\d\d$/).waitFor();
    expect(await rowsOf(page).count()).toBe(50);
    await page.unroute("**/api/admin/withdrawals?*");
    await untilNextRefresh(page);
    await page.getByText(/^Connection lost/).waitFor({ state: "detached" });
    await page.route("**/api/admin/users?*", (route) => route.abort());
    await page.getByRole("tab", { name: "Users" }).click();
    await page.getByText("Could not load the users").waitFor();
    await tryAgain(page, "**/api/admin/users?*");
    await expectPage(page, /^1–50 of/);
  });
});

describe("a forbidden action", () => {
  it("is shown with the reason to a read-only administrator", async ({ pages, site }) => {
    const reader = await site.test.administrator("read-only", { firstName: "Rehema", lastName: "Reader" });
    const { page } = await pages.openAs(reader, "/admin?tab=deposits&status=pending");
    await expectPage(page, /^1–/);
    expect(await page.getByTestId("signed-in-as").innerText()).toMatch(/Rehema[\s\S]*Read/);
    const approve = rowsOf(page)
      .first()
      .getByRole("button", { name: /^Approve deposit of/ });
    expect(await approve.getAttribute("aria-disabled")).toBe("true");
    expect(await approve.getAttribute("title")).toBe("Requires money access");
    await approve.click({ force: true });
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("tab", { name: "Users" }).click();
    await rowsOf(page)
      .first()
      .getByRole("button", { name: /^More actions for/ })
      .click();
    const remove = page.getByRole("menuitem", { name: "Delete" });
    expect(await remove.innerText()).toContain("Requires full access");
    await remove.click({ force: true });
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("button", { name: "Edit gas fee settings" }).getAttribute("title")).toBe(
      "Requires full access",
    );
  });
});
