import type { AdminUser, AdminVerification, AdminWithdrawal } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { toDataUrl, createPhonePicture } from "../../apps/server/src/people/documents/sample-pictures.ts";
import { browserTest } from "../harness/browser-test.ts";
import { startDeposit, startWithdrawal } from "../harness/money-calls.ts";
import { press, findRow, chooseFromMenu, callApi } from "../harness/page-actions.ts";
import { expectPage, fillLists, idsOf, searchOf, type ListPage } from "../harness/record-list.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";
import { cellsOf } from "../harness/walk-table.ts";

const it = browserTest
  .extend("settings", { scope: "file" }, () => ({ ADMIN_ALONE_DAILY_LIMIT: "5000" }))
  .extend("lists", { scope: "file", auto: true }, ({ site }) => fillLists(site))
  .extend("busy", { scope: "file" }, ({ site }) => createBusyInvestor(site))
  .extend("rich", { scope: "file" }, ({ site }) => createRichInvestor(site));

/** An investor with a pending verification, deposit and withdrawal. */
async function createBusyInvestor(site: TestSite): Promise<TestClient> {
  const busy = await site.test.funded("1000");
  const front = toDataUrl("jpeg", await createPhonePicture(900, 600));
  const documents = { documentType: "id_card", documentNumber: "A-77", frontImageUrl: front, backImageUrl: front };
  await callApi(busy, "POST", "/api/verification/submit", documents);
  await startDeposit(busy, "150");
  await startWithdrawal(busy, "80");
  return busy;
}

/** An investor with a withdrawal that needs two administrators, and the second administrator. */
async function createRichInvestor(site: TestSite): Promise<TestClient> {
  const rich = await site.test.funded("6000");
  await startWithdrawal(rich, "5500");
  await site.test.administrator("money", { firstName: "Jane", lastName: "Doe" });
  return rich;
}

const read = <T>(site: TestSite, path: string): Promise<T> => callApi<T>(site.test.admin, "GET", path);

/** Downloads the list's CSV file and returns its cells by row. */
async function downloadCsv(page: Page, tab: string): Promise<string[][]> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: `CSV of ${tab} with current filters` }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`${tab}.*\\.csv$`));
  const pieces: Buffer[] = [];
  for await (const piece of await download.createReadStream()) pieces.push(Buffer.from(piece as Uint8Array));
  return cellsOf(Buffer.concat(pieces).toString("utf8"));
}

describe("a CSV export", () => {
  const filters = {
    users: async (site: TestSite) => {
      const { items } = await read<ListPage<AdminUser>>(site, "/api/admin/users?sort=name&limit=1");
      return `search=${encodeURIComponent(items[0]!.lastName)}&sort=-balance`;
    },
    withdrawals: async (site: TestSite) => {
      const { items } = await read<ListPage<AdminWithdrawal>>(site, "/api/admin/withdrawals?status=rejected&limit=1");
      return `search=${items[0]!.user.email}&sort=amount`;
    },
    verifications: () => Promise.resolve("status=approved&sort=user"),
  };
  const titles = { users: "Balance (USD)", withdrawals: "Amount (USD)", verifications: "Document number" };

  it.for(["users", "withdrawals", "verifications"] as const)(
    "of %s has the list's rows in the list's order",
    async (tab, { pages, site }) => {
      const query = await filters[tab](site);
      const { total, items } = await read<ListPage<{ id: string }>>(site, `/api/admin/${tab}?${query}&limit=50`);
      expect(total).toBeGreaterThan(0);
      const { page } = await pages.openAdmin(`/admin?tab=${tab}&${query}`);
      await expectPage(page, new RegExp(`of ${total}$`));
      await expect.poll(() => idsOf(page)).toEqual(items.map(({ id }) => id));
      const [heading = [], ...rows] = await downloadCsv(page, tab);
      expect(heading).toContain(titles[tab]);
      expect(rows).toHaveLength(total);
      expect(rows.slice(0, 50).map((row) => row[heading.indexOf("ID")])).toEqual(await idsOf(page));
    },
  );

  it("applies the search", async ({ pages, site, busy }) => {
    const { page } = await pages.openAdmin("/admin?tab=verifications");
    const { items } = await read<ListPage<AdminVerification>>(site, `/api/admin/verifications?search=${busy.email}`);
    await page.getByLabel("Search verifications").fill(busy.email);
    await expectPage(page, "1–1 of 1");
    const [heading = [], ...rows] = await downloadCsv(page, "verifications");
    expect(rows.map((row) => row[heading.indexOf("ID")])).toEqual(items.map(({ id }) => id));
    expect(rows.map((row) => row[heading.indexOf("E-mail")])).toEqual([busy.email]);
    expect(searchOf(page)).toContain("search=");
  });
});

describe("a back-office dialog", () => {
  type Who = "busy" | "rich";
  interface DialogCase {
    button: string;
    /** The tab whose list is searched for the investor; undefined for the page of the administrators. */
    tab?: string;
    who?: Who;
    open: (page: Page, investor: TestClient) => Promise<void>;
  }
  const pressInRow = (name: RegExp) => (page: Page, investor: TestClient) =>
    findRow(page, investor).getByRole("button", { name }).click();
  const chooseInRow = (item: string) => (page: Page, investor: TestClient) =>
    chooseFromMenu(findRow(page, investor), item);

  const dialogs: readonly DialogCase[] = [
    { button: "Approve deposit", tab: "deposits", open: pressInRow(/^Approve/) },
    { button: "Reject deposit", tab: "deposits", open: pressInRow(/^Reject/) },
    { button: "Credit late payment", tab: "deposits", who: "rich", open: chooseInRow("Credit late payment") },
    { button: "Complete withdrawal", tab: "withdrawals", open: pressInRow(/^Complete/) },
    { button: "Reject withdrawal", tab: "withdrawals", open: pressInRow(/^Reject/) },
    { button: "Delete withdrawal", tab: "withdrawals", open: chooseInRow("Delete") },
    { button: "Confirm payout", tab: "withdrawals", who: "rich", open: pressInRow(/^Confirm/) },
    { button: "Approve", tab: "verifications", open: pressInRow(/^Review/) },
    { button: "Ask for approval", tab: "users", open: editMoney },
    { button: "Deactivate user", tab: "users", open: chooseInRow("Deactivate") },
    { button: "Save status", tab: "users", open: chooseInRow("Change KYC status") },
    { button: "Appoint administrator", open: (page) => press(page, /^Appoint administrator/) },
    { button: "Change role", open: (page) => press(page, "Change role of Jane Doe") },
    { button: "Revoke access", open: (page) => press(page, "Revoke access of Jane Doe") },
  ];

  async function editMoney(page: Page, investor: TestClient): Promise<void> {
    await findRow(page, investor).getByRole("button", { name: /^Edit/ }).click();
    await page.getByRole("dialog").getByLabel("Balance", { exact: true }).fill("1234567.89");
    await page.getByRole("dialog").getByTestId("ledger-sum").waitFor();
  }

  it.for(dialogs)("with the button “$button” fits a tablet and a phone", async (dialogCase, { pages, busy, rich }) => {
    const { button: name, tab, who, open } = dialogCase;
    const investor = who === "rich" ? rich : busy;
    const path = tab === undefined ? "/admin/administrators" : `/admin?tab=${tab}&search=${investor.email}`;
    const { page } = await pages.openAdmin(path);
    await open(page, investor);
    const dialog = page.getByRole("dialog");
    const decide = dialog.getByRole("button", { name, exact: true });
    await decide.waitFor();
    for (const size of [
      { width: 768, height: 1_024 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(size);
      await expectFits(page, dialog, size);
    }
  });
});

/** Lists the page, the open dialog and its scrollable parts if their content is wider than they are. */
const SCROLLS_SIDEWAYS = `[...document.querySelectorAll("html, dialog[open], dialog[open] *")]
  .filter((each) => each.matches("html, dialog") || /auto|scroll/.test(getComputedStyle(each).overflowX))
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.outerHTML.slice(0, 120))`;

/** Expects no horizontal scrolling, and buttons that can be scrolled fully into view. */
async function expectFits(page: Page, dialog: Locator, size: { width: number; height: number }): Promise<void> {
  // The layout follows a resize with a delay.
  await expect.poll(() => page.evaluate(SCROLLS_SIDEWAYS)).toEqual([]);
  for (const button of await dialog.getByRole("button").all()) {
    await button.scrollIntoViewIfNeeded();
    const box = (await button.boundingBox())!;
    const where = `${await button.innerText()} at ${size.width} pixels`;
    expect(Math.min(box.x, box.y), where).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, where).toBeLessThanOrEqual(size.width);
    expect(box.y + box.height, where).toBeLessThanOrEqual(size.height);
    if (await button.isEnabled()) await button.click({ trial: true });
  }
}
