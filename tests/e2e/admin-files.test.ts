import type { AdminUser, AdminVerification, AdminWithdrawal } from "@wazi/contracts";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataUrl, phonePicture } from "../../apps/server/src/features/verification/sample-pictures.ts";
import { chooseFromMenu, openAdmin, rowOf } from "../harness/admin-page.ts";
import { launchBrowser, NO_BROWSER } from "../harness/browser.ts";
import { closePage, made, press, type SignedInPage } from "../harness/investor-page.ts";
import { startDeposit, startWithdrawal } from "../harness/money-calls.ts";
import { expectPage, fillLists, idsOf, searchOf, type ListPage } from "../harness/record-list.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";
import type { TestClient } from "../harness/test-app.ts";
import { cellsOf } from "../harness/walk-table.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";

let served: ServedScriptedBots;
let browser: Browser;
/** Somebody about whom everything can be decided: money, a deposit, a withdrawal and documents that wait. */
let busy: TestClient;
/** Another one, whose withdrawal needs two administrators. */
let rich: TestClient;

beforeAll(async () => {
  if (NO_BROWSER) return;
  served = await serveScriptedBots({ FOUR_EYES_ABOVE: "500" });
  await fillLists(served);
  browser = await launchBrowser();
  busy = await served.test.funded("1000");
  const front = dataUrl("jpeg", await phonePicture(900, 600));
  const documents = { documentType: "id_card", documentNumber: "A-77", frontImageUrl: front, backImageUrl: front };
  await made(busy, "POST", "/api/verification/submit", documents);
  await startDeposit(busy, "150");
  await startWithdrawal(busy, "80");
  rich = await served.test.funded("1000");
  await startWithdrawal(rich, "800");
  await served.test.administrator("money", { firstName: "Jane", lastName: "Doe" });
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  expect(await served.test.differences()).toEqual([]);
  await served.stop();
});

const open = (path: string): Promise<SignedInPage> => openAdmin(browser, served, path);
const read = <T>(path: string): Promise<T> => made<T>(served.test.admin, "GET", path);

/** The cells of the file that the list's link brings, row by row. */
async function fileOf(page: Page, tab: string): Promise<string[][]> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: `CSV of ${tab} as filtered` }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`${tab}.*\\.csv$`));
  const pieces: Buffer[] = [];
  for await (const piece of await download.createReadStream()) pieces.push(Buffer.from(piece as Uint8Array));
  return cellsOf(Buffer.concat(pieces).toString("utf8"));
}

describe("a file for spreadsheets", () => {
  const filters = {
    users: async () => {
      const { items } = await read<ListPage<AdminUser>>("/api/admin/users?sort=name&limit=1");
      return `search=${encodeURIComponent(items[0]!.lastName)}&sort=-balance`;
    },
    withdrawals: async () => {
      const { items } = await read<ListPage<AdminWithdrawal>>("/api/admin/withdrawals?status=rejected&limit=1");
      return `search=${items[0]!.user.email}&sort=amount`;
    },
    verifications: () => Promise.resolve("status=approved&sort=user"),
  };
  const titles = { users: "Balance (USD)", withdrawals: "Amount (USD)", verifications: "Document number" };

  it.skipIf(NO_BROWSER !== "").each(["users", "withdrawals", "verifications"] as const)(
    `of %s has the rows that the list shows, in its order${TITLE}`,
    async (tab) => {
      const query = await filters[tab]();
      const { total, items } = await read<ListPage<{ id: string }>>(`/api/admin/${tab}?${query}&limit=50`);
      expect(total).toBeGreaterThan(0);
      const opened = await open(`/admin?tab=${tab}&${query}`);
      const { page } = opened;
      await expectPage(page, new RegExp(`of ${total}$`));
      await expect.poll(() => idsOf(page), { timeout: 20_000 }).toEqual(items.map(({ id }) => id));
      const [heading = [], ...rows] = await fileOf(page, tab);
      expect(heading).toContain(titles[tab]);
      expect(rows).toHaveLength(total);
      expect(rows.slice(0, 50).map((row) => row[heading.indexOf("Id")])).toEqual(await idsOf(page));
      await closePage(opened);
    },
  );

  it.skipIf(NO_BROWSER !== "")(`follows what is searched for${TITLE}`, async () => {
    const opened = await open("/admin?tab=verifications");
    const { page } = opened;
    const { items } = await read<ListPage<AdminVerification>>(`/api/admin/verifications?search=${busy.email}`);
    await page.getByLabel("Search verifications").fill(busy.email);
    await expectPage(page, "1–1 of 1");
    const [heading = [], ...rows] = await fileOf(page, "verifications");
    expect(rows.map((row) => row[heading.indexOf("Id")])).toEqual(items.map(({ id }) => id));
    expect(rows.map((row) => row[heading.indexOf("E-mail")])).toEqual([busy.email]);
    expect(searchOf(page)).toContain("search=");
    await closePage(opened);
  });
});

describe("a dialog of the back office", () => {
  const list = (tab: string, of: () => TestClient): string => `/admin?tab=${tab}&search=${of().email}`;
  const pressIn = (of: () => TestClient, name: RegExp) => (page: Page) =>
    rowOf(page, of()).getByRole("button", { name }).click();
  const theBusy = (): TestClient => busy;
  const theRich = (): TestClient => rich;

  const dialogs: readonly [string, () => string, (page: Page) => Promise<void>][] = [
    ["Approve deposit", () => list("deposits", theBusy), pressIn(theBusy, /^Approve/)],
    ["Reject deposit", () => list("deposits", theBusy), pressIn(theBusy, /^Reject/)],
    [
      "Credit late payment",
      () => list("deposits", theRich),
      (page) => chooseFromMenu(rowOf(page, rich), "Credit a late payment"),
    ],
    ["Complete withdrawal", () => list("withdrawals", theBusy), pressIn(theBusy, /^Complete/)],
    ["Reject withdrawal", () => list("withdrawals", theBusy), pressIn(theBusy, /^Reject/)],
    ["Delete withdrawal", () => list("withdrawals", theBusy), (page) => chooseFromMenu(rowOf(page, busy), "Delete")],
    ["Confirm payout", () => list("withdrawals", theRich), pressIn(theRich, /^Confirm/)],
    ["Approve", () => list("verifications", theBusy), pressIn(theBusy, /^Review/)],
    ["Post adjustment", () => list("users", theBusy), editMoney],
    ["Deactivate user", () => list("users", theBusy), (page) => chooseFromMenu(rowOf(page, busy), "Deactivate")],
    ["Save status", () => list("users", theBusy), (page) => chooseFromMenu(rowOf(page, busy), "KYC status")],
    ["Make administrator", () => "/admin/administrators", (page) => press(page, /^Make an administrator/)],
    ["Change role", () => "/admin/administrators", (page) => press(page, "Change role of Jane Doe")],
    ["Unmake administrator", () => "/admin/administrators", (page) => press(page, "Unmake Jane Doe")],
  ];

  async function editMoney(page: Page): Promise<void> {
    await rowOf(page, busy).getByRole("button", { name: /^Edit/ }).click();
    await page.getByRole("dialog").getByLabel("Balance", { exact: true }).fill("1234567.89");
    await page.getByRole("dialog").getByTestId("ledger-sum").waitFor();
  }

  it.skipIf(NO_BROWSER !== "").each(dialogs)(
    `with the button “%s” fits a tablet and a phone${TITLE}`,
    async (name, pathOf, act) => {
      const opened = await open(pathOf());
      const { page } = opened;
      await act(page);
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
      await closePage(opened);
    },
  );
});

/** The page, an open dialog, and whatever in it can be scrolled: those of them that are wider inside than outside. */
const SCROLLS_SIDEWAYS = `[...document.querySelectorAll("html, dialog[open], dialog[open] *")]
  .filter((each) => each.matches("html, dialog") || /auto|scroll/.test(getComputedStyle(each).overflowX))
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.outerHTML.slice(0, 120))`;

/** Nothing scrolls sideways, and each button can be brought into sight as a whole. */
async function expectFits(page: Page, dialog: Locator, size: { width: number; height: number }): Promise<void> {
  // A window of another size is laid out a moment later.
  await expect.poll(() => page.evaluate(SCROLLS_SIDEWAYS), { timeout: 20_000 }).toEqual([]);
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
