import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { callApi } from "../harness/page-actions.ts";
import { adminAccount } from "../harness/test-app.ts";

const it = browserTest;

const publicPages = [
  { path: "/", heading: "Money you can follow." },
  { path: "/landing", heading: "Money you can follow." },
  { path: "/signup", heading: "Create your account" },
  { path: "/signin", heading: "Sign in" },
  { path: "/status", heading: /./ },
  { path: "/security", heading: /./ },
  { path: "/disclaimer", heading: /./ },
  { path: "/cookies", heading: /./ },
  { path: "/how-to-read", heading: "How to read this" },
  { path: "/help", heading: "Help" },
  { path: "/fees", heading: "Fees" },
  { path: "/how-wazi-earns", heading: "How Wazi makes money" },
  { path: "/admin", heading: "Admin sign in" },
  { path: "/admin/users/7", heading: "Admin sign in" },
  { path: "/dashboard", heading: "Sign in" },
];
/** The browser logs this line for a page with status 404. */
const ownNoticeOf404 = /Failed to load resource: the server responded with a status of 404/;
const INPUTS_TAKEN = "document.querySelectorAll('form input')";

/** Checks whether React has hydrated the form. */
function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate(
    `[...${INPUTS_TAKEN}].every((input) => Object.keys(input).some((key) => key.startsWith("__react")))`,
  );
}

describe.each([
  { dark: false, width: 1_440 },
  { dark: true, width: 360 },
])("prerendered pages (dark: $dark)", ({ dark, width }) => {
  it("start without console messages and without requests to other hosts", async ({ pages }) => {
    const { page, context, complaints } = await pages.openVisitor({ dark, width });
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    for (const { path, heading } of publicPages) {
      const source = await (await context.request.get(path)).text();
      const [, title = ""] = /<title>([^<]*)<\/title>/.exec(source) ?? [];
      const response = await page.goto(path, { waitUntil: "networkidle" });
      expect([path, response?.status()]).toEqual([path, 200]);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      expect([path, await page.title()]).toEqual([path, title.replaceAll("&amp;", "&")]);
      expect([path, ...complaints, ...said]).toEqual([path]);
    }
  });
});

describe("a prerendered page", () => {
  it("can be read without JavaScript", async ({ pages }) => {
    const { page, context } = await pages.openVisitor({ javaScript: false, width: 360 });
    for (const { path, heading } of publicPages) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    }
    await page.goto("/");
    expect(await page.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(3);
    await page.goto("/signin");
    for (const label of ["Email", "Password"])
      expect(await page.getByLabel(label, { exact: true }).isVisible()).toBe(true);
    // With scripts switched off by Playwright, Chromium still hides noscript elements.
    expect(await (await context.request.get("/signin")).text()).toMatch(/<noscript[^>]*>Sign-in needs JavaScript/);
  });

  it("keeps what was typed before its scripts started", async ({ pages }) => {
    const { page, complaints } = await pages.openVisitor({ width: 360 });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/assets/shell-*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/signup", { waitUntil: "commit" });
    await page.getByLabel("First name").fill("Amina");
    await page.getByLabel("Country").selectOption("Kenya");
    await page.getByLabel("Password", { exact: true }).fill("Correct-h0rse!");
    await page.getByLabel(/news about Wazi/).check();
    expect(await isHydrated(page)).toBe(false);
    release();
    await expect.poll(() => isHydrated(page)).toBe(true);
    await page.getByText("+254").waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Amina");
    expect(await page.getByLabel(/news about Wazi/).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Show password" }).first().click();
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByText("Last name must be at least 2 characters").waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Amina");
    expect(complaints).toEqual([]);
  });

  it("is the 404 page with status 404 for an unknown URL", async ({ pages }) => {
    const { page, complaints } = await pages.openVisitor();
    for (const path of ["/no/where", "/signed-in/dashboard", "/dev/ui"]) {
      expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
      await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
    }
    expect(complaints.filter((complaint) => !ownNoticeOf404.test(complaint))).toEqual([]);
  });

  it("is never shown to signed-in users in place of the dashboard", async ({ pages }) => {
    const { page, complaints } = await pages.openVisitor();
    await page.goto("/admin");
    await page.getByLabel("Email", { exact: true }).fill(adminAccount.email);
    await page.getByLabel("Password", { exact: true }).fill(adminAccount.password);
    await page.getByRole("button", { name: /sign in/i }).click();
    await page.getByRole("heading", { name: "Back office" }).waitFor();
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      const note = (): void => {
        const heading = (
          globalThis as unknown as { document: { querySelector(name: string): { textContent: string } | null } }
        ).document.querySelector("h1")?.textContent;
        if (heading !== undefined && seen.at(-1) !== heading) seen.push(heading);
        setTimeout(note, 5);
      };
      note();
    });
    await page.goto("/");
    await page.getByRole("heading", { name: /^Welcome/ }).waitFor();
    expect(await page.evaluate("globalThis.seen")).toEqual([expect.stringMatching(/^Welcome/)]);
    expect(complaints).toEqual([]);
  });
});

it("the build does not contain the component gallery", async ({ pages }) => {
  const { context } = await pages.openVisitor();
  const page = await (await context.request.get("/landing")).text();
  const scripts = [...page.matchAll(/(?:href|src)="(\/[^"]+\.js)"/g)].map(([, path]) => path ?? "");
  expect(scripts.length).toBeGreaterThan(2);
  for (const path of scripts) {
    expect(await (await context.request.get(path)).text(), path).not.toMatch(/ui-gallery|\/dev\/ui/);
  }
});

it("a signed-in page gets its balance before it asks for the app", async ({ pages, site }) => {
  const { page } = await pages.openAs(await site.test.funded("1234.50"), "/favicon.svg");
  const events: string[] = [];
  page.on("request", (request) => events.push(new URL(request.url()).pathname));
  page.on("requestfinished", (request) => events.push(`${new URL(request.url()).pathname} came`));
  await page.goto("/dashboard");
  await page.getByTestId("balance-chip").waitFor();
  const firstModule = events.findIndex((event) => /^\/assets\/.*\.js$/.test(event));
  expect(firstModule).toBeGreaterThan(events.indexOf("/api/auth/user came"));
  expect(events.indexOf("/api/auth/user came")).toBeGreaterThan(-1);
});

it("the first view shows the dashboard's first figure in the same words", async ({ pages, site }) => {
  const client = await site.test.funded("1234.50");
  await callApi(client, "POST", "/api/user/bots/activate", { botId: site.bots.ids[0], allocatedAmount: "400" });
  const { page } = await pages.openAs(client, "/favicon.svg");
  let start: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (start = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/dashboard", { waitUntil: "commit" });
  const first = page.locator("#first-view");
  await first.getByText("$1,234.50", { exact: true }).waitFor();
  await first.getByText("You would get now, in all", { exact: true }).waitFor();
  start();
  await first.waitFor({ state: "detached" });
  await page.getByText("You would get now, in all", { exact: true }).waitFor();
  await expect.poll(() => page.getByTestId("worth-now").getAttribute("value")).toBe("1234.50");
});
