import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { waitForAnswers } from "./browser.ts";
import { takePictures } from "./take-pictures.ts";
import type { TestClient } from "./test-app.ts";
import { byDepth } from "./test-depth.ts";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** In CI without the further rows of a table, which are like its first ones and take most of the time. */
const CONTEXT = byDepth({ ci: `{ exclude: [["tbody > tr:nth-child(n+4)"]] }`, long: "document" });
/** Details are made for violations only, and only their rules and elements leave the page. */
const OPTIONS = { resultTypes: ["violations"] };

/**
 * Checks what the page shows now with axe. Returns one line for each broken rule, with the elements that break it. A document
 * gets axe once, because the browser compiles each copy again.
 */
export async function findViolations(page: Page): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>("'axe' in window"))) await frame.evaluate(`${AXE};0`);
  return page.evaluate<string[]>(`axe.run(${CONTEXT}, ${JSON.stringify(OPTIONS)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`);
}

/** Clicks a button. */
export async function press(place: Page | Locator, name: string | RegExp): Promise<void> {
  await place.getByRole("button", { name }).click();
}

/**
 * Presses "Try again", and lets through the requests that a test's route has failed. A refresh that comes every ten seconds is held
 * until then: its answer would take the button away.
 */
export async function tryAgain(
  page: Page,
  failed: Parameters<Page["route"]>[0],
  button = page.getByRole("button", { name: "Try again" }),
): Promise<void> {
  let letThrough = (): void => undefined;
  const pressed = new Promise<void>((resolve) => (letThrough = resolve));
  await button.click({ trial: true });
  // The newest route decides. It stays, because taking a route away lets its requests through.
  await page.route(failed, async (route) => {
    await pressed;
    await route.continue();
  });
  await button.dispatchEvent("click");
  letThrough();
}

/** The table row that contains this person's email address. */
export const findRow = (page: Page, { email }: { email: string }): Locator =>
  page.getByRole("row").filter({ hasText: email });

/** Chooses an item of a row's "More" menu. */
export async function chooseFromMenu(row: Locator, item: string): Promise<void> {
  await row.getByRole("button", { name: /^More actions for/ }).click();
  await row.getByRole("menuitem", { name: item }).click();
}

/** Waits for a toast with this title and text, and no other toast beside it. */
export async function expectToast(page: Page, toastTitle: string, text?: string): Promise<void> {
  // One locator for all of it, because the toast disappears after two seconds.
  const only = page
    .locator(".toast-place > div:only-child")
    .filter({ has: page.getByText(toastTitle, { exact: true }) });
  await (text === undefined ? only : only.filter({ has: page.getByText(text, { exact: true }) })).waitFor();
}

/** Sends a form that is refused, and expects the message both in a toast and in the form. */
export async function expectRefused(page: Page, button: string, toastTitle: string, message: string): Promise<void> {
  await press(page, button);
  await expectToast(page, toastTitle, message);
  await page.locator("form").getByText(message).first().waitFor();
}

/** Sends a form that is refused, and expects the message beside its field, and no toast over it. */
export async function expectFieldError(page: Page, button: string, message: string): Promise<void> {
  await press(page, button);
  await page.locator("form").getByText(message).first().waitFor();
  expect(await page.locator(".toast-place > div").count()).toBe(0);
}

/** Expects a dialog whose only buttons close it, and closes it. */
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

/**
 * Expects no accessibility violations: in both themes in the nightly run, and otherwise in one, which the name decides. Takes
 * pictures when WAZI_PICTURES is set. Test pages have reduced motion, so the colours change at once.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await takePictures(page, name);
  const themes = ["dark", "light"] as const;
  const chosen = themes[name.length % themes.length]!;
  for (const theme of byDepth<readonly string[]>({ ci: [chosen], long: themes })) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    expect(await findViolations(page), `${name}, ${theme}`).toEqual([]);
  }
  // Tests go on in the light theme.
  if (chosen === "dark") await page.evaluate("document.documentElement.dataset.theme = 'light'");
}

/** Waits until the page has drawn what followed from a change of its size, and returns by how many pixels its content is too wide. */
const OVERFLOW = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth)`;

/** Expects the page not to scroll sideways at any of these widths, in pixels. It is resized, not loaded again. */
export async function expectToFit(page: Page, widths: readonly number[], place: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => page.evaluate(OVERFLOW), { message: `${place} is wider than ${width} pixels` })
      .toBeLessThanOrEqual(0);
  }
}

/** The longest interval at which pages without a stream refresh what they show. */
const LONGEST_REFRESH_MS = 10_000;

/**
 * Moves the clock of a page that was opened with `hasClock` forward, so that the page refreshes now. A toast disappears,
 * as after a wait.
 */
export async function untilNextRefresh(page: Page): Promise<void> {
  await page.clock.fastForward(LONGEST_REFRESH_MS);
}

/** Aborts the page's requests to a path while `act` runs. */
export async function abortRequests(page: Page, path: string, method: string, act: () => Promise<void>): Promise<void> {
  await page.route(`**${path}`, (route) => (route.request().method() === method ? route.abort() : route.fallback()));
  await act();
  await page.unroute(`**${path}`);
}

/**
 * Keeps a list from refreshing while `act` runs, so that the page does not show what another administrator does
 * meanwhile.
 */
export async function withStaleList(page: Page, listPath: string, act: () => Promise<void>): Promise<void> {
  const pattern = `**${listPath}?*`;
  await page.route(pattern, (route) => (route.request().method() === "GET" ? route.abort() : route.fallback()));
  await waitForAnswers(page, `${listPath}?`);
  await act();
  await page.unroute(pattern);
}

/** Answers the next request to a path with an internal server error. */
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

/** Lets the next request to a path that ends so reach the server, and answers it when `act` has ended. */
export async function delayAnswer(page: Page, pathEnd: string, act: () => Promise<void>): Promise<void> {
  let finish = (): void => undefined;
  const acted = new Promise<void>((resolve) => {
    finish = () => resolve();
  });
  await page.route(
    `**${pathEnd}`,
    async (route) => {
      const response = await route.fetch();
      await acted;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await act();
  finish();
}

/** Lets the next request to a path reach the server and drops its answer. Returns the request headers. */
export async function loseAnswer(page: Page, path: string): Promise<Record<string, string>[]> {
  const sent: Record<string, string>[] = [];
  await page.route(
    `**${path}`,
    async (route) => {
      sent.push(route.request().headers());
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  return sent;
}

const SERVER_FAILURE = JSON.stringify({
  statusCode: 500,
  code: "INTERNAL",
  message: "Something went wrong on our side. Please try again.",
});

/** Calls the API outside the browser and returns the body. Fails unless the answer is a success. */
export async function callApi<T>(
  client: TestClient,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await client.call(method, path, body);
  expect([path, answer.status < 300 ? "ok" : answer.text]).toEqual([path, "ok"]);
  return answer.body;
}
