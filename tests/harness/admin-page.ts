import type { Browser, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { untilAnswered } from "./browser.ts";
import { openAs, type SignedInPage } from "./investor-page.ts";
import type { ServedScriptedBots } from "./served-scripted-bots.ts";
import { adminAccount, type TestClient } from "./test-app.ts";

/** The back office at an address, for the first administrator or another one. */
export function openAdmin(
  browser: Browser,
  served: ServedScriptedBots,
  path: string,
  client?: TestClient,
): Promise<SignedInPage> {
  return client === undefined
    ? openAs(browser, served, { ...served.test.admin, email: adminAccount.email }, path, {
        password: adminAccount.password,
      })
    : openAs(browser, served, client, path);
}

/** The row of a list that names this person. */
export const rowOf = (page: Page, { email }: { email: string }): Locator =>
  page.getByRole("row").filter({ hasText: email });

/** Chooses from the menu of a row what is rarely done with it. */
export async function chooseFromMenu(row: Locator, item: string): Promise<void> {
  await row.getByRole("button", { name: /^More for/ }).click();
  await row.getByRole("menuitem", { name: item }).click();
}

/**
 * Keeps the lists as they are while something is done: what another administrator did meanwhile is not seen before it is
 * refused. Afterwards they are read again.
 */
export async function unseen(page: Page, listPath: string, act: () => Promise<void>): Promise<void> {
  const pattern = `**${listPath}?*`;
  await page.route(pattern, (route) => (route.request().method() === "GET" ? route.abort() : route.fallback()));
  await untilAnswered(page, `${listPath}?`);
  await act();
  await page.unroute(pattern);
}

/** Nothing but closing is left in a dialog, and closing it works. */
export async function expectOnlyClose(dialog: Locator): Promise<void> {
  const names = await dialog.getByRole("button").evaluateAll((buttons) =>
    buttons.map((each: unknown) => {
      const button = each as { textContent: string; ariaLabel: string | null };
      return button.ariaLabel ?? button.textContent;
    }),
  );
  expect(names.filter((name) => !name.startsWith("Copy"))).toEqual(["Close", "Close"]);
  await dialog.getByText("Close", { exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

/** One call is answered with a failure of the server's, once. */
export async function failOnce(page: Page, path: string, method: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      if (route.request().method() !== method) return route.fallback();
      await route.fulfill({ status: 500, contentType: "application/json", body: SERVER_FAILURE });
    },
    { times: 1 },
  );
}

/** One call is made, and its answer never arrives; the headers that it was made with are kept. */
export async function loseAnswer(page: Page, path: string): Promise<Record<string, string>[]> {
  const made: Record<string, string>[] = [];
  await page.route(
    `**${path}`,
    async (route) => {
      made.push(route.request().headers());
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  return made;
}

const SERVER_FAILURE = JSON.stringify({
  statusCode: 500,
  code: "INTERNAL",
  message: "Something went wrong on our side. Please try again.",
});
