import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectToFit, findViolations } from "../harness/page-actions.ts";
import { startedWaziTest } from "../harness/browser-test.ts";
import { adminAccount } from "../harness/test-app.ts";
import type { Pages } from "../harness/pages.ts";
import type { WatchedPage } from "../harness/browser.ts";

const SUPPORT_LINK = "https://support.example/chat";
const WHATSAPP_LINK = "https://wa.me/254700000000";

const it = startedWaziTest.extend("settings", { scope: "file" }, () => ({
  MARKET_SEED: "1",
  SUPPORT_URL: SUPPORT_LINK,
  WHATSAPP_URL: WHATSAPP_LINK,
  RATE_LIMIT_SCALE: "0",
}));

/** A page whose clock the test controls. */
async function openWithClock(pages: Pages): Promise<WatchedPage> {
  const watched = await pages.openVisitor();
  await watched.page.clock.install();
  return watched;
}

/** Stops the clock: timers of the page run only when the test moves it on. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

async function attributes(found: Locator, name: string): Promise<(string | null)[]> {
  return Promise.all((await found.all()).map((element) => element.getAttribute(name)));
}

const words = (page: Page) => page.getByTestId("rotating-words").innerText();

describe("the landing page", () => {
  it("has its twelve sections in order", async ({ pages }) => {
    const { page, complaints } = await pages.openVisitor();
    await page.goto("/landing");
    await page.getByText("No backtest on real prices").or(page.getByTestId("worked-example")).first().waitFor();
    expect(await attributes(page.locator("main section[id]"), "id")).toEqual([
      "markets",
      "features",
      "portfolios",
      "performance",
      "pricing",
      "voices",
      "how-it-works",
      "trust",
      "questions",
    ]);
    expect(await page.getByTestId("hero-badge").innerText()).toMatch(/Paper Trading[^]*SIMULATED/i);
    expect(await page.getByTestId("feature").count()).toBe(6);
    const plans = page.locator("#pricing").getByRole("link", { name: "Get Started" });
    expect(await attributes(plans, "href")).toEqual(["/signup", "/signup", "/signup"]);
    expect(await page.locator("#how-it-works").innerText()).toMatch(
      /as little as \$100[^]*Create Account[^]*Fund Account[^]*Activate Bots/,
    );
    expect(await page.getByRole("link", { name: "Start Trading" }).getAttribute("href")).toBe("/signup");
    expect(complaints).toEqual([]);
  });

  it("makes no false promises", { tags: ["no-false-promises"] }, async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.goto("/landing");
    const trust = page.getByTestId("trust");
    await trust.filter({ hasText: "So far" }).waitFor();
    const texts = await trust.allInnerTexts();
    expect(texts[0]).toContain("TLS when deployed");
    expect(texts[1]).toMatch(/^2FA Protected[^]*authenticator app or a passkey/);
    expect(texts[2]).toMatch(/99\.9% Uptime[^]*So far \d{1,3}\.\d{3}%/);
    expect(texts[3]).toMatch(/Planned[^]*24\/7 Support/);
    expect(await trust.nth(2).getByRole("link").getAttribute("href")).toBe("/status");
    for (const [name, href] of [
      ["Fees", "/fees"],
      ["How Wazi makes money", "/how-wazi-earns"],
      ["Security", "/security"],
      ["Disclaimer", "/disclaimer"],
      ["Cookie Policy", "/cookies"],
    ] as const) {
      expect(await page.getByRole("contentinfo").getByRole("link", { name }).getAttribute("href")).toBe(href);
    }
  });

  it("rotates its words every three seconds, except with reduced motion", async ({ pages }) => {
    const { page } = await openWithClock(pages);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto("/landing");
    await page.getByTestId("landing-panel").waitFor();
    await pauseClock(page);
    const seen = new Map<string, string>();
    for (let turn = 0; turn < 3; turn += 1) {
      const before = await words(page);
      await page.clock.runFor(3_000);
      seen.set(before, await words(page));
    }
    expect(Object.fromEntries(seen)).toEqual({
      "With AI Tools": "Grow Effortlessly",
      "Grow Effortlessly": "Around The Clock",
      "Around The Clock": "With AI Tools",
    });
    const last = await words(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (let turn = 0; turn < 3; turn += 1) {
      await page.clock.runFor(3_000);
      expect(await words(page)).toBe(last);
    }
  });

  it("opens one question at a time and closes it again", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.goto("/landing");
    const questions = page.locator("#questions summary");
    expect(await questions.count()).toBe(7);
    const open = page.locator("#questions details[open] summary");
    await questions.nth(0).click();
    expect(await open.allInnerTexts()).toEqual(["How does Wazi work?"]);
    await questions.nth(3).click();
    expect(await open.allInnerTexts()).toEqual(["Is my money safe?"]);
    await questions.nth(3).click();
    expect(await open.count()).toBe(0);
  });

  it("opens support in a new tab when it is configured", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.goto("/landing");
    const support = page.locator("#questions").getByRole("link", { name: "Contact Support" });
    await support.waitFor();
    expect(await support.getAttribute("href")).toBe(SUPPORT_LINK);
    expect(await support.getAttribute("target")).toBe("_blank");
    const whatsapp = page.getByRole("contentinfo").getByRole("link", { name: "WhatsApp" });
    expect(await whatsapp.getAttribute("href")).toBe(WHATSAPP_LINK);
  });

  it("shows the operator in live mode", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.route("**/api/public/settings", async (route) => {
      const settings = (await (await route.fetch()).json()) as object;
      const operator = {
        name: "Wazi Ltd",
        regulator: "the CMA",
        licence: "CMA-1",
        countriesServed: ["Kenya", "Ghana"],
      };
      const json = { ...settings, mode: "live", feed: "live", broker: "live", operator, supportUrl: null };
      await route.fulfill({ json });
    });
    await page.goto("/landing");
    const operator = page.getByRole("contentinfo").getByTestId("operator");
    expect(await operator.innerText()).toBe(
      "Wazi Ltd runs this platform. It is regulated by the CMA, licence CMA-1, and serves Kenya and Ghana.",
    );
    expect(await page.getByTestId("hero-badge").innerText()).toMatch(/Live Trading[^]*LIVE/i);
    await page.locator("#performance").getByText("From 30 closed trades", { exact: false }).waitFor();
    expect(await page.getByText(/sample/i).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Contact Support" }).count()).toBe(0);
  });
});

describe("the header", () => {
  it("makes no current-user call for a visitor, and links to the sections", async ({ pages }) => {
    const { page, complaints } = await pages.openVisitor();
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    await page.goto("/landing");
    await page.getByTestId("landing-panel").waitFor();
    expect(calls).not.toContain("/api/auth/user");
    const bar = page.getByRole("banner");
    expect(await bar.getByTestId("trading-indicator").innerText()).toMatch(/Paper Trading/i);
    for (const [name, id] of [
      ["Features", "features"],
      ["Markets", "markets"],
      ["Performance", "performance"],
      ["Pricing", "pricing"],
    ] as const) {
      await bar.getByRole("link", { name }).click();
      await page.waitForFunction(
        `Math.abs(document.getElementById("${id}").getBoundingClientRect().top) < 90 && scrollY > 0`,
      );
      // The header stays visible.
      expect((await bar.boundingBox())?.y).toBe(0);
    }
    expect(await page.getByRole("link", { name: "Start Investing" }).first().getAttribute("href")).toBe("/signup");
    expect(complaints).toEqual([]);
  });

  it("has a menu on a phone that closes on a choice and on Escape", async ({ pages }) => {
    const { page } = await pages.openVisitor({ width: 360 });
    await page.goto("/landing");
    const toggle = page.getByRole("button", { name: "Menu" });
    const menu = page.locator("#public-menu");
    await expect.poll(async () => (await toggle.click(), menu.isVisible())).toBe(true);
    expect(await menu.getByRole("link").allInnerTexts()).toEqual([
      "Features",
      "Markets",
      "Performance",
      "Pricing",
      "Sign In",
    ]);
    await page.keyboard.press("Escape");
    expect(await menu.isVisible()).toBe(false);
    expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Menu");
    await toggle.click();
    await menu.getByRole("link", { name: "Pricing" }).click();
    expect(await menu.isVisible()).toBe(false);
    expect(new URL(page.url()).hash).toBe("#pricing");
    const bar = page.getByRole("banner");
    expect(await bar.getByRole("link", { name: "Sign Up" }).isVisible()).toBe(true);
    expect(await bar.getByText("Start Investing").isVisible()).toBe(false);
  });

  it("shows who is signed in; its logo asks, then signs out", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.request.post("/api/auth/signin", { data: adminAccount });
    await page.goto("/landing");
    const bar = page.getByRole("banner");
    await bar.getByRole("link", { name: "Admin" }).waitFor();
    expect(await bar.getByRole("link", { name: "Dashboard" }).getAttribute("href")).toBe("/dashboard");
    expect(await bar.getByTestId("signed-in-as").innerText()).toMatch(/^[A-Z]\s*\S+/);
    expect(await bar.getByRole("link", { name: "Sign In" }).count()).toBe(0);
    const logo = bar.getByRole("button", { name: "Wazi, sign out and show the homepage" });
    await logo.click();
    const dialog = page.getByRole("dialog", { name: "Leave your account?" });
    await dialog.getByRole("button", { name: "Stay signed in" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await page.request.get("/api/auth/user")).status()).toBe(200);
    await logo.click();
    await dialog.getByRole("button", { name: "Sign out and leave" }).click();
    await bar.getByRole("link", { name: "Sign In" }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/landing");
    expect((await page.request.get("/api/auth/user")).status()).toBe(401);
  });

  it("asks in the browser's own words when the dialog of its logo cannot be loaded", async ({ pages }) => {
    const { page, complaints } = await pages.openVisitor();
    await page.request.post("/api/auth/signin", { data: adminAccount });
    await page.route("**/leave-dialog-*", (route) => route.abort());
    await page.goto("/landing");
    const logo = page.getByRole("button", { name: "Wazi, sign out and show the homepage" });
    // The click may end only after the answer: an open question of the browser holds up its page.
    const answer = async (accepts: boolean): Promise<string> => {
      const answered = page.waitForEvent("dialog").then(async (asked) => {
        await (accepts ? asked.accept() : asked.dismiss());
        return asked.message();
      });
      const [message] = await Promise.all([answered, logo.click()]);
      return message;
    };
    expect(await answer(false)).toMatch(/^Leave your account\?\n\nThe homepage is for visitors/);
    expect((await page.request.get("/api/auth/user")).status()).toBe(200);
    await answer(true);
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).first().waitFor();
    expect((await page.request.get("/api/auth/user")).status()).toBe(401);
    expect(complaints.splice(0)).not.toEqual([]);
  });

  it('shows "Signing Out..." while signing out', async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.request.post("/api/auth/signin", { data: adminAccount });
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route("**/api/auth/signout", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/landing");
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await page.getByRole("button", { name: "Signing Out..." }).waitFor();
    goOn();
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).first().waitFor();
  });
});

const visits = [
  { path: "/landing", heading: /Money you/ },
  { path: "/signup", heading: "Create your account" },
  { path: "/signin", heading: "Sign in" },
  { path: "/nowhere", heading: "Page Not Found" },
];

describe.each([false, true])("at 360, 768 and 1440 pixels, dark: %s", (dark) => {
  it(
    "has no accessibility violations, no horizontal overflow and no requests to other hosts",
    { tags: ["no-third-party"] },
    async ({ pages }) => {
      const { page, complaints } = await pages.openVisitor({ width: 360, dark });
      for (const { path, heading } of visits) {
        await page.goto(path);
        await page.getByRole("heading", { name: heading }).first().waitFor();
        if (path === "/landing") {
          await page.locator("#performance").getByText("From 30 closed trades", { exact: false }).waitFor();
          await page.locator("#questions summary").first().click();
          await page.getByRole("button", { name: "Menu" }).click();
        }
        for (const width of [768, 1_440, 360]) {
          await expectToFit(page, [width], path);
          expect(await findViolations(page), path).toEqual([]);
        }
      }
      expect(complaints.filter((complaint) => !complaint.includes("404"))).toEqual([]);
    },
  );
});
