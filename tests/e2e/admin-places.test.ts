import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseFromMenu, openAdmin } from "../harness/admin-page.ts";
import { launchBrowser, NO_BROWSER } from "../harness/browser.ts";
import { closePage, expectToast, type SignedInPage } from "../harness/investor-page.ts";
import { expectPage, fillLists, focusedId, focusedName, idsOf, rowsOf, searchOf } from "../harness/record-list.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";

let served: ServedScriptedBots;
let browser: Browser;

beforeAll(async () => {
  if (NO_BROWSER) return;
  served = await serveScriptedBots();
  await fillLists(served);
  browser = await launchBrowser();
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  expect(await served.test.differences()).toEqual([]);
  await served.stop();
});

const open = (path: string): Promise<SignedInPage> => openAdmin(browser, served, path);
const scrolled = (page: Page): Promise<unknown> => page.evaluate("Math.round(window.scrollY)");

describe("the focus after a decision", () => {
  it.skipIf(NO_BROWSER !== "")(`goes on where the row was, by keys alone${TITLE}`, async () => {
    const opened = await open("/admin?tab=deposits&status=pending");
    const { page } = opened;
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
    // By a button of the row, and with the next one it goes on at once.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focusedName(page)).toMatch(/^Reject deposit of .+, .+@/);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: /^Reject/ }).press("Enter");
    await expect.poll(() => focusedId(page)).toBe(third);
    await page.keyboard.press("Enter");
    await dialog.waitFor();
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`stays at a row that stays, and is left alone elsewhere${TITLE}`, async () => {
    const opened = await open("/admin?tab=deposits&status=pending");
    const { page } = opened;
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
    // A press beside everything takes the focus away, and a new reading does not bring it back.
    await page.getByRole("heading", { name: "Back office" }).click();
    await page.waitForResponse("**/api/admin/deposits?*");
    await page.waitForResponse("**/api/admin/deposits?*");
    expect(await focusedId(page)).toBeUndefined();
    await closePage(opened);
  });
});

describe("the way back from a user", () => {
  it.skipIf(NO_BROWSER !== "")(`leads to the same place of the list${TITLE}`, async () => {
    const opened = await open("/admin?sort=name");
    const { page } = opened;
    await expectPage(page, /^1–50 of/);
    const id = (await idsOf(page))[36];
    await rowsOf(page).nth(36).getByRole("link").scrollIntoViewIfNeeded();
    await page.evaluate("window.scrollBy(0, 40)");
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(500);
    await rowsOf(page).nth(36).getByRole("link").click();
    await page.waitForURL(`**/admin/users/${id}`);
    await page.getByText("Said of themselves").waitFor();
    expect(await scrolled(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => focusedId(page)).toBe(id);
    expect(await scrolled(page)).toBe(before);
    await page.keyboard.press("j");
    expect(await focusedId(page)).toBe((await idsOf(page))[37]);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`is a link to the list as it was filtered, else to all users${TITLE}`, async () => {
    const opened = await open("/admin?tab=withdrawals&status=completed");
    const { page } = opened;
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
    await closePage(opened);
  });
});

describe("a list", () => {
  it.skipIf(NO_BROWSER !== "")(`says that nothing was changed where the server gives no answer${TITLE}`, async () => {
    const opened = await open("/admin/money");
    const { page } = opened;
    await page.route("**/api/admin/deposits?*", (route) => route.abort());
    await page.goto("/admin?tab=deposits");
    await page.getByText("The server gave no answer. Nothing was changed.").waitFor();
    const notice = await page.getByRole("alert").boundingBox();
    const panel = await page.getByRole("region", { name: "Records" }).boundingBox();
    const bottoms = [notice, panel].map((box) => (box === null ? 0 : box.y + box.height));
    expect((bottoms[1] ?? 0) - (bottoms[0] ?? 0)).toBeGreaterThan(15);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`names an action once, with the address of whose it is${TITLE}`, async () => {
    const opened = await open("/admin?tab=withdrawals&status=pending");
    const { page } = opened;
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectPage(page, /^1–/);
    const more = rowsOf(page)
      .first()
      .getByRole("button", { name: /^More for withdrawal of .+, .+@example\.com$/ });
    await more.click();
    expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["Details", "Delete"]);
    await page.keyboard.press("ArrowUp");
    expect(await focusedName(page)).toBe("Delete");
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 800, height: 900 });
    await chooseFromMenu(rowsOf(page).first(), "Reject");
    await page.getByRole("dialog").waitFor();
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`shows an address by its ends, and has all of it copied${TITLE}`, async () => {
    const opened = await open("/admin?tab=deposits");
    const { page } = opened;
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectPage(page, /^1–50 of/);
    const cell = rowsOf(page).first().locator("span[title].font-mono");
    const address = String(await cell.getAttribute("title"));
    expect(address.length).toBeGreaterThan(20);
    await cell.evaluate((element: unknown) => {
      const page = globalThis as unknown as { getSelection: () => { selectAllChildren: (of: unknown) => void } };
      page.getSelection().selectAllChildren(element);
    });
    await opened.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: served.origin });
    await page.keyboard.press("Control+c");
    const copied = await page.evaluate("navigator.clipboard.readText()");
    expect(copied).toBe(address);
    const widths = await cell.evaluate((element: unknown) => {
      const { offsetWidth, parentElement } = element as { offsetWidth: number; parentElement: { clientWidth: number } };
      return [offsetWidth, parentElement.clientWidth];
    });
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`marks who is deactivated where there is no column for it${TITLE}`, async () => {
    const opened = await open("/admin?status=deactivated");
    const { page } = opened;
    await expectPage(page, /^1–/);
    const tags = rowsOf(page).first().getByText("Deactivated", { exact: true }).filter({ visible: true });
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await tags.count(), String(width)).toBe(1);
    }
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`has whose it is and the figure at the top of a phone's leaf${TITLE}`, async () => {
    const opened = await open("/admin?tab=deposits");
    const { page } = opened;
    await expectPage(page, /^1–50 of/);
    await page.setViewportSize({ width: 360, height: 780 });
    const row = rowsOf(page).first();
    for (const heading of ["User", "Amount", "Actions"]) {
      expect(await row.getByText(heading, { exact: true }).count(), heading).toBe(0);
    }
    const [name, figure] = [await row.getByRole("link").boundingBox(), await row.locator("data").first().boundingBox()];
    expect(Math.abs((name?.y ?? 0) - (figure?.y ?? 99))).toBeLessThan(8);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`tells who has sent no documents from whose documents wait${TITLE}`, async () => {
    const client = await served.test.signUp();
    const opened = await open(`/admin?search=${client.email}`);
    const { page } = opened;
    await expectPage(page, "1–1 of 1");
    await rowsOf(page).getByText("Not submitted", { exact: true }).waitFor();
    await served.test.sql`
      insert into verifications (id, user_id, document_type, front_document, created_at, updated_at)
      values (gen_random_uuid(), ${client.userId}, 'id_card', 'front', now(), now())`;
    await rowsOf(page).getByText("Pending", { exact: true }).waitFor({ timeout: 70_000 });
    await closePage(opened);
  });
});
