import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import type { Pages } from "../harness/pages.ts";
import { expectAccessible, press } from "../harness/page-actions.ts";
import type { TestClient } from "../harness/test-app.ts";

const it = browserTest;
const FIGURES = "wazi-figures";

/** Opens the dashboard of a client and waits until the service worker has saved its figures. */
async function openWithWorker(pages: Pages, client: TestClient) {
  const watched = await pages.openAs(client, "/dashboard", { hasServiceWorker: true });
  await watched.page.getByTestId("balance-chip").waitFor();
  await watched.page.evaluate(`navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready)`);
  await expect.poll(() => listSaved(watched.page)).toContain("/api/user/withdrawals");
  await expect
    .poll(() => listSaved(watched.page).then((paths) => paths.filter((path) => path === "/api/user/performance")))
    .toHaveLength(3);
  return watched;
}

const listSaved = (page: Page): Promise<string[]> =>
  page.evaluate(
    `caches.open("${FIGURES}").then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))`,
  );
const readSaved = (page: Page, path: string): Promise<string> =>
  page.evaluate(`caches.match("${path}", { cacheName: "${FIGURES}" }).then((saved) => saved.text())`);
const balanceOf = (page: Page) => page.getByTestId("balance-chip").getAttribute("value");

describe("without a connection", () => {
  it("a reload shows the last figures with their age, and other pages are ours too", async ({ pages, site }) => {
    const { page, context } = await openWithWorker(pages, await site.test.funded("1234.50"));
    await context.setOffline(true);
    await page.reload();
    await page.getByText(/You are offline\. Figures as of \d\d:\d\d, less than a minute ago\./).waitFor();
    expect(await balanceOf(page)).toBe("1234.50");
    await page.getByRole("region", { name: "Balance over time" }).getByTestId("range-gain").waitFor();
    await page.getByTestId("worth-today").waitFor();
    await expectAccessible(page, "offline dashboard");
    await page.goto("/bots");
    await page.getByText("Alpha-Forex-01").first().waitFor();
    await page.goto("/status");
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    await expectAccessible(page, "offline page");
    await context.setOffline(false);
    await page.goto("/dashboard");
    await page.getByTestId("balance-chip").waitFor();
    await expect.poll(() => page.getByText("You are offline", { exact: false }).count()).toBe(0);
  });

  it("nothing is sent, neither at once nor later", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const { page, context } = await openWithWorker(pages, client);
    await page.goto("/deposit");
    await page.getByLabel("Amount", { exact: false }).first().fill("150");
    const changes: string[] = [];
    context.on("request", (request) => {
      if (request.method() !== "GET") changes.push(request.url());
    });
    await press(page, "Review deposit");
    await context.setOffline(true);
    await press(page, "Create Deposit");
    await page.getByText("You are offline. Nothing was sent.").first().waitFor();
    await context.setOffline(false);
    await page.goto("/dashboard");
    await page.getByTestId("balance-chip").waitFor();
    expect(changes).toEqual([]);
    expect((await client.call("GET", "/api/user/deposits")).body).toHaveLength(1);
  });

  it("a phone that was signed out shows nothing", async ({ pages, site }) => {
    const { page, context } = await openWithWorker(pages, await site.test.funded("777"));
    expect(await readSaved(page, "/api/auth/user")).toContain("777.00");
    await press(page, "Sign Out");
    await page.waitForURL("**/signin");
    await expect.poll(() => listSaved(page)).toEqual([]);
    await context.setOffline(true);
    await page.goto("/dashboard");
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    expect(await page.content()).not.toContain("777");
  });

  it("a session that the server ended leaves nothing behind", async ({ pages, site }) => {
    const client = await site.test.funded("888");
    const { page } = await openWithWorker(pages, client);
    expect(await readSaved(page, "/api/auth/user")).not.toContain(client.email);
    await site.test.sql`delete from sessions where user_id = ${client.userId}`;
    await page.goto("/dashboard");
    await page.getByLabel("Password").first().waitFor();
    await expect.poll(() => listSaved(page)).toEqual([]);
  });
});
