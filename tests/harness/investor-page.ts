import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { openPage, type WatchedPage } from "./browser.ts";
import { signUpForm } from "./http-client.ts";
import type { ServedScriptedBots } from "./served-scripted-bots.ts";
import type { TestClient } from "./test-app.ts";
import { takePictures } from "./take-pictures.ts";

/** What a browser says by itself of a call that was refused, or that a test cut off. */
const ownNoticeOfRefusal = /Failed to load resource/;

export interface SignedInPage extends WatchedPage {
  /** The same person's session outside of the browser. */
  client: TestClient;
}

/** A page of somebody who is signed in, at an address. */
export async function openAs(
  browser: Browser,
  served: ServedScriptedBots,
  client: TestClient,
  path: string,
  options: { width?: number; password?: string } = {},
): Promise<SignedInPage> {
  const { password = String(signUpForm()["password"]), ...screen } = options;
  const watched = await openPage(browser, served.origin, screen);
  const answer = await watched.context.request.post("/api/auth/signin", { data: { email: client.email, password } });
  expect(answer.status()).toBe(200);
  await watched.page.goto(path);
  return { ...watched, client };
}

/** Nothing was complained of but calls that the test itself made fail. */
export async function closePage({ context, complaints }: WatchedPage): Promise<void> {
  expect(complaints.filter((complaint) => !ownNoticeOfRefusal.test(complaint))).toEqual([]);
  await context.close();
}

/** The one toast says this, and no other is there. */
export async function expectToast(page: Page, toastTitle: string, text?: string): Promise<void> {
  // In one look: it is gone again after two seconds.
  const only = page
    .locator(".toast-place > div:only-child")
    .filter({ has: page.getByText(toastTitle, { exact: true }) });
  await (text === undefined ? only : only.filter({ has: page.getByText(text, { exact: true }) })).waitFor();
}

const COLOURS_SETTLED =
  "Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished))";

/** Keeps pictures of what is seen, and finds no fault in it, in either theme. */
export async function look(page: Page, name: string): Promise<void> {
  await takePictures(page, name);
  for (const theme of ["dark", "light"]) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    // What fades to the other theme's colours would be measured halfway.
    await page.evaluate(COLOURS_SETTLED);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${name}, ${theme}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`),
    ).toEqual([]);
  }
}

/** One call gets no answer. */
export async function cutOff(page: Page, path: string, method: string, act: () => Promise<void>): Promise<void> {
  await page.route(`**${path}`, (route) => (route.request().method() === method ? route.abort() : route.fallback()));
  await act();
  await page.unroute(`**${path}`);
}

/** Presses a dialog's button. */
export async function press(place: Page | Locator, name: string | RegExp): Promise<void> {
  await place.getByRole("button", { name }).click();
}

/** Sends a form, and sees what is said of it in the toast and in the form. */
export async function expectRefused(page: Page, button: string, toastTitle: string, message: string): Promise<void> {
  await press(page, button);
  await expectToast(page, toastTitle, message);
  await page.locator("form").getByText(message).first().waitFor();
}

/** A call made outside of the browser, which has to succeed. */
export async function made<T>(
  client: TestClient,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await client.call(method, path, body);
  expect([path, answer.status < 300 ? "ok" : answer.text]).toEqual([path, "ok"]);
  return answer.body;
}
