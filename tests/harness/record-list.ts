import type { Locator, Page } from "playwright-core";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { seedBackOffice } from "../../lab/commands/seeding/seed-back-office.ts";
import type { TestSite } from "./test-site.ts";

/** A page of a back-office list, as the API returns it. */
export interface ListPage<Row> {
  items: Row[];
  nextCursor: string | null;
  total: number;
}

/** Fills every list with some hundred rows and their ledger entries. */
export async function fillLists({ test }: TestSite): Promise<void> {
  const owner = openPool(test.database.url, { max: 1, role: null, queryTimeoutMs: 0 });
  const size = { users: 130, deposits: 520, withdrawals: 420 };
  await seedBackOffice(owner, { ...size, seed: 1, now: new Date(), hashedPassword: "-", allowExistingUsers: true });
  await owner.end();
}

export const rowsOf = (page: Page): Locator => page.locator("[data-record]");
export const headingOf = (page: Page, name: string | RegExp): Locator => page.getByRole("columnheader", { name });
export const pagerOf = (page: Page): Locator => page.getByRole("navigation", { name: "Pages" });
export const searchOf = (page: Page): string => new URL(page.url()).search;

/** Reads the ids of the rows from top to bottom. */
export const idsOf = (page: Page): Promise<string[]> =>
  rowsOf(page).evaluateAll((all) =>
    all.map((row) => (row as unknown as { dataset: { record: string } }).dataset.record),
  );

/** Waits until the list shows this page. */
export async function expectPage(page: Page, words: string | RegExp): Promise<void> {
  await pagerOf(page).getByText(words).waitFor();
  await page.locator("table[aria-busy]").waitFor({ state: "detached" });
}

/** Reads the id of the focused row; undefined if none has the focus. */
export const focusedId = (page: Page): Promise<unknown> => page.evaluate("document.activeElement.dataset.record");

/** Reads the name or text of the focused element. */
export const focusedName = (page: Page): Promise<unknown> =>
  page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent");
