import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { sendDuePushes } from "../../apps/server/src/notices/push/send-pushes.ts";
import { BROWSER_PATH } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import { startFakePushService, type FakeBrowser } from "../harness/fake-push-service.ts";
import { limitCleanup } from "../harness/limit-cleanup.ts";
import { expectAccessible, press } from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import { silentLog } from "../harness/silent-log.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

/** The headless shell never shows notifications. The whole browser, which .ci/run installs beside it, does. */
const WHOLE_BROWSER = BROWSER_PATH.replace(/-headless-shell$/, "");
const MISSING = existsSync(WHOLE_BROWSER) ? "" : ": needs Debian's chromium beside its headless shell";

const it = browserTest
  .extend("browserPath", { scope: "worker" }, MISSING === "" ? WHOLE_BROWSER : BROWSER_PATH)
  .extend("service", { scope: "file" }, async ({ browserPath: _browserPath }, { onCleanup }) => {
    const service = await startFakePushService();
    onCleanup(limitCleanup("the push service did not close", () => service.close()));
    return service;
  })
  .extend("settings", { scope: "file" }, ({ service }) => ({ PUSH_TEST_ORIGIN: service.origin }));

/**
 * Opens the notifications in the profile. A browser for tests has no push service of its maker, so its address and keys come from
 * the one of the test; everything else is the browser's own.
 */
async function openChoices(pages: Pages, site: TestSite, client: TestClient, browser: FakeBrowser) {
  const watched = await pages.openAs(client, "/notifications", { hasServiceWorker: true });
  await watched.context.grantPermissions(["notifications"], { origin: site.origin });
  await watched.context.addInitScript(replacePushManager, browser);
  await watched.page.goto("/profile");
  await watched.page.getByRole("heading", { name: "Push on this device" }).waitFor();
  return watched;
}

/** Runs in the page. */
function replacePushManager({ endpoint, p256dh, auth }: FakeBrowser): void {
  const page = globalThis as unknown as {
    localStorage: {
      getItem: (key: string) => string | null;
      setItem: (key: string, value: string) => void;
      removeItem: (key: string) => void;
    };
    PushManager: { prototype: object };
    Notification: { requestPermission: () => Promise<string> };
  };
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: () => Promise.resolve(page.localStorage.removeItem("test-push")),
  };
  Object.assign(page.PushManager.prototype, {
    getSubscription: () => Promise.resolve(page.localStorage.getItem("test-push") === null ? null : subscription),
    subscribe: (options: { userVisibleOnly: boolean; applicationServerKey: string }) => {
      if (!options.userVisibleOnly || options.applicationServerKey.length !== 87)
        throw new Error("not a valid request");
      page.localStorage.setItem("test-push", "on");
      return Promise.resolve(subscription);
    },
  });
}

/** Delivers a message to the page's service worker, as the browser does when it has decrypted one. */
async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await registered, data });
  await devtools.detach();
}

const listShown = (page: Page): Promise<{ title: string; body: string; path: string }[]> =>
  page.evaluate(
    `navigator.serviceWorker.ready.then((registration) => registration.getNotifications()).then((shown) =>
      shown.map(({ title, body, data }) => ({ title, body, path: data.path })))`,
  );

async function credit(site: TestSite, client: TestClient): Promise<void> {
  const body = { amount: "500", currency: "USDT", network: "TRC20" };
  const { id } = (await client.call("POST", "/api/user/deposits", body)).body as { id: string };
  await site.test.admin.call("POST", `/api/admin/deposits/${id}/approve`, { status: "completed" });
}

describe.skipIf(MISSING !== "")(`push messages${MISSING}`, () => {
  it("are turned on, come without amounts, are shown by the service worker, and end with a sign-out", async ({
    pages,
    site,
    service,
  }) => {
    const client = await site.test.signUp();
    const { page } = await openChoices(pages, site, client, service.createBrowser());
    await page.getByText("Off.", { exact: true }).waitFor();
    await press(page, "Turn on push here");
    await page.getByText("On. Messages come until").waitFor();
    await expectAccessible(page, "profile with push on");
    await credit(site, client);
    await sendDuePushes({ sql: site.test.sql, transport: site.test.push! }, silentLog);
    const [message] = service.received;
    expect(message?.text).toContain("Deposit credited");
    expect(message?.text).not.toContain("500");

    await deliver(page, site.origin, message!.text);
    const shown = { title: "Deposit credited", body: "Your deposit is in your balance.", path: "/deposit" };
    await expect.poll(() => listShown(page)).toEqual([shown]);

    await press(page, "Sign Out");
    await page.waitForURL("**/signin");
    expect(await site.test.sql`select from push_subscriptions where user_id = ${client.userId}`).toEqual([]);
  });

  it("are turned off again, and never go on to another user of the browser", async ({ pages, site, service }) => {
    const client = await site.test.signUp();
    const { page, context } = await openChoices(pages, site, client, service.createBrowser());
    await press(page, "Turn on push here");
    await page.getByText("On. Messages come until").waitFor();
    await press(page, "Turn off push here");
    await page.getByText("Off.", { exact: true }).waitFor();
    expect((await client.call("GET", "/api/user/notifications")).body).toMatchObject({ pushDevices: 0 });

    await press(page, "Turn on push here");
    await page.getByText("On. Messages come until").waitFor();
    const other = await site.test.signUp();
    await context.addCookies(
      other
        .cookies()
        .split("; ")
        .map((cookie) => {
          const [name = "", value = ""] = cookie.split("=");
          return { name, value, url: site.origin };
        }),
    );
    await page.goto("/profile");
    await expect.poll(() => page.evaluate(`localStorage.getItem("test-push")`)).toBe(null);
  });
});

it("notifications are chosen by kind and channel", async ({ pages, site }) => {
  const client = await site.test.signUp();
  const { page } = await pages.openAs(client, "/profile");
  const table = page.getByRole("table", { name: "Kinds of notifications, and how you get them" });
  const box = (name: string) => table.getByRole("checkbox", { name, exact: true });
  await table.waitFor();
  expect(await table.getByRole("checkbox").count()).toBe(18);
  expect(await box("Your bots by mail").isChecked()).toBe(false);
  for (const name of ["Deposits by mail", "Withdrawals by push", "Stops and exits in the app"]) {
    await box(name).click();
    await expect.poll(() => box(name).isChecked()).toBe(false);
    await expect.poll(() => box(name).isEnabled()).toBe(true);
  }
  expect((await client.call("GET", "/api/user/notifications")).body).toMatchObject({
    muted: ["stop"],
    mailMuted: ["bot", "deposit"],
    pushMuted: ["withdrawal"],
  });
  await page.getByText("Mails about security are always sent", { exact: false }).waitFor();
});
