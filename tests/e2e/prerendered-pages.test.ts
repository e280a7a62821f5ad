import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, NO_BROWSER, openPage } from "../harness/browser.ts";
import { ADMIN, serveWazi, type ServedWazi } from "../harness/served-wazi.ts";

const SKIPPED = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";

const publicPages = [
  { path: "/", heading: "Money you can follow." },
  { path: "/landing", heading: "Money you can follow." },
  { path: "/signup", heading: "Create your account" },
  { path: "/signin", heading: "Sign in" },
  { path: "/status", heading: /./ },
  { path: "/security", heading: /./ },
  { path: "/disclaimer", heading: /./ },
  { path: "/cookies", heading: /./ },
  { path: "/admin", heading: "Admin sign in" },
  { path: "/admin/users/7", heading: "Admin sign in" },
  { path: "/dashboard", heading: "Sign in" },
];
/** What a browser says by itself of a page whose status is 404. */
const ownNoticeOf404 = /Failed to load resource: the server responded with a status of 404/;
const INPUTS_TAKEN = "document.querySelectorAll('form input')";

let wazi: ServedWazi;
let browser: Browser;

beforeAll(async () => {
  if (NO_BROWSER) return;
  wazi = await serveWazi({ MARKET_SEED: "1" });
  browser = await launchBrowser();
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  await wazi.stop();
});

/** Whether React has taken the form over. */
function isAlive(page: Page): Promise<boolean> {
  return page.evaluate(
    `[...${INPUTS_TAKEN}].every((input) => Object.keys(input).some((key) => key.startsWith("__react")))`,
  );
}

describe.each([
  { dark: false, width: 1_440 },
  { dark: true, width: 360 },
])("pages made at build time (dark: $dark)", ({ dark, width }) => {
  it.skipIf(NO_BROWSER !== "")(`come alive without a word in the console, and ask nobody else${SKIPPED}`, async () => {
    const { page, context, complaints } = await openPage(browser, wazi.origin, { dark, width });
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
    await context.close();
  });
});

describe("a page made at build time", () => {
  it.skipIf(NO_BROWSER !== "")(`can be read without JavaScript${SKIPPED}`, async () => {
    const { page, context } = await openPage(browser, wazi.origin, { javaScript: false, width: 360 });
    for (const { path, heading } of publicPages) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    }
    await page.goto("/");
    expect(await page.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(3);
    await page.goto("/signin");
    for (const label of ["Email", "Password"])
      expect(await page.getByLabel(label, { exact: true }).isVisible()).toBe(true);
    // Chromium, with scripts switched off for a test, still hides what stands for that case.
    expect(await (await context.request.get("/signin")).text()).toMatch(/<noscript[^>]*>Signing in needs JavaScript/);
    await context.close();
  });

  it.skipIf(NO_BROWSER !== "")(`answers once it is alive, and keeps what was typed before${SKIPPED}`, async () => {
    const { page, context, complaints } = await openPage(browser, wazi.origin, { width: 360 });
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
    expect(await isAlive(page)).toBe(false);
    release();
    await expect.poll(() => isAlive(page)).toBe(true);
    await page.getByText("+254").waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Amina");
    expect(await page.getByLabel(/news about Wazi/).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Show password" }).first().click();
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByText("Last name must be at least 2 characters").waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Amina");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.skipIf(NO_BROWSER !== "")(`is the 404 card, with that status, where nothing stands${SKIPPED}`, async () => {
    const { page, context, complaints } = await openPage(browser, wazi.origin);
    for (const path of ["/no/where", "/signed-in/dashboard", "/dev/ui"]) {
      expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
      await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
    }
    expect(complaints.filter((complaint) => !ownNoticeOf404.test(complaint))).toEqual([]);
    await context.close();
  });

  it.skipIf(NO_BROWSER !== "")(`is never shown to who is signed in, where the dashboard is${SKIPPED}`, async () => {
    const { page, context, complaints } = await openPage(browser, wazi.origin);
    await page.goto("/admin");
    await page.getByLabel("Email", { exact: true }).fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
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
    await context.close();
  });
});

it.skipIf(NO_BROWSER !== "")(`what is built has nothing of the gallery of components${SKIPPED}`, async () => {
  const { context } = await openPage(browser, wazi.origin);
  const page = await (await context.request.get("/landing")).text();
  const scripts = [...page.matchAll(/(?:href|src)="(\/[^"]+\.js)"/g)].map(([, path]) => path ?? "");
  expect(scripts.length).toBeGreaterThan(2);
  for (const path of scripts) {
    expect(await (await context.request.get(path)).text(), path).not.toMatch(/ui-gallery|\/dev\/ui/);
  }
  await context.close();
});
