import { type Browser, type ElementHandle, launch, type Page } from "puppeteer-core";
import { describe, expect } from "vitest";
import { approveDeposit, type HttpClient } from "../harness/http-client.ts";
import { sharedProcessTest } from "../harness/process-test.ts";
import { adminOf } from "../harness/wazi-process.ts";
import { explainMissing, pathOf, versionOf, startBuiltWazi } from "./nightly-programs.ts";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const HEIGHT = 900;
/** Long, because it costs time only when a test fails. */
const PATIENCE_MS = 120_000;
/**
 * Firefox logs this for a request now and then on a busy machine, for a reason that is not known yet. The page asks again, and the
 * test compares its figures.
 */
const WORKER_NOTE = "A ServiceWorker intercepted the request and encountered an unexpected error.";
const PICTURES = process.env["WAZI_PICTURES"];

/** Debian's Firefox over WebDriver BiDi, which it speaks itself. */
async function launchFirefox(): Promise<Browser> {
  return launch({
    browser: "firefox",
    executablePath: pathOf("firefox-esr"),
    headless: true,
    acceptInsecureCerts: true,
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
  });
}

interface FirefoxPage {
  page: Page;
  /** Errors and warnings of the console, which include what the content security policy refused, and of scripts. */
  complaints: string[];
  /** Goes to another page when this one has loaded. */
  goTo(path: string): Promise<void>;
  fill(label: string, value: string): Promise<void>;
  choose(label: string, value: string): Promise<void>;
  /** Clicks the button, tab or link of this name, in the dialog if one is open. */
  press(name: string): Promise<void>;
  waitForText(text: string): Promise<void>;
  /** Looks at the page as a phone and as a wide screen shows it. @throws Error when the phone has to scroll sideways */
  look(name: string): Promise<void>;
}

/** Opens a page in a session of its own. */
async function openFirefoxPage(browser: Browser, origin: string): Promise<FirefoxPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.setViewport({ width: 1_440, height: HEIGHT });
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => {
    if (!String(error).includes(WORKER_NOTE)) complaints.push(`page error: ${String(error)}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !["data:", "blob:", "about:"].includes(url.protocol))
      complaints.push(`request to ${url.origin}`);
  });
  /** The visible field, button, tab or link of this name, in the topmost dialog if one is open. */
  const find = async (name: string): Promise<ElementHandle> => {
    const handle = await page.waitForFunction(`(${FIND_BY_NAME})(${JSON.stringify(name)})`);
    const element = handle.asElement() as ElementHandle;
    await element.scrollIntoView();
    return element;
  };
  return {
    page,
    complaints,
    async goTo(path) {
      // The stream of live updates stays open.
      if (page.url().startsWith(origin)) await page.waitForNetworkIdle({ concurrency: 1, timeout: PATIENCE_MS });
      await page.goto(`${origin}${path}`);
    },
    async fill(label, value) {
      const field = await find(label);
      // The keys of a date depend on the browser's language.
      if (!/^\d{4}-\d\d-\d\d$/.test(value)) return field.type(value);
      await field.focus();
      await page.evaluate(`(${SET_VALUE})(document.activeElement, ${JSON.stringify(value)})`);
    },
    choose: async (label, value) => void (await (await find(label)).select(value)),
    press: async (name) => (await find(name)).click(),
    async waitForText(text) {
      await page.waitForSelector(`::-p-text(${text})`);
    },
    async look(name) {
      for (const width of [360, 1_440]) {
        await page.setViewport({ width, height: HEIGHT });
        const scrolled = await page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        if (Number(scrolled) > 0) throw new Error(`${name} is ${String(scrolled)} pixels wider than ${width}`);
        if (PICTURES === undefined) continue;
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: join(PICTURES, `firefox-${name}-${width}.png`) });
      }
    },
  };
}

/** Run in the page, whose types the tests do not have. */
const FIND_BY_NAME = `(name) => {
  const root = [...document.querySelectorAll('[role="dialog"], dialog[open]')].at(-1) ?? document.body;
  const nameOf = (element) =>
    element.getAttribute("aria-label") ??
    (element.labels?.item(0)?.textContent || element.textContent).replace(/\\s+/g, " ").trim();
  return [...root.querySelectorAll("input, select, textarea, button, a, [role=tab]")].find(
    (element) => element.getClientRects().length > 0 && !element.disabled && nameOf(element) === name,
  ) ?? false;
}`;
const SET_VALUE = `(element, value) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(element, value);
  for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
}`;

const PASSWORD = "Correct-h0rse!";
const DEPOSIT = 1_000;
const PUT_IN = 250;

const test = sharedProcessTest
  .extend("skipReason", explainMissing({ "firefox-esr": "firefox-esr" }))
  .extend("wazi", { scope: "file" }, ({ endProcesses: _after }) => startBuiltWazi({}))
  .extend("browser", { scope: "file" }, async ({ stopLater }) => {
    const browser = await launchFirefox();
    stopLater(() => browser.close());
    return browser;
  });

async function amountAt({ page }: FirefoxPage, testId: string): Promise<number> {
  const value = await page.evaluate(`document.querySelector('[data-testid="${testId}"]')?.getAttribute("value")`);
  return Number(value);
}

async function signUp(visitor: FirefoxPage): Promise<void> {
  const { page } = visitor;
  await visitor.goTo("/");
  await visitor.look("landing");
  await visitor.goTo("/signup");
  await visitor.fill("First name", "Amina");
  await visitor.fill("Last name", "Otieno");
  await visitor.fill("Email", "amina@example.com");
  await visitor.fill("Password", PASSWORD);
  await visitor.fill("Confirm password", PASSWORD);
  await visitor.choose("Country", "Kenya");
  await visitor.fill("Phone", "0712345678");
  await visitor.fill("Date of birth", "1990-05-17");
  await visitor.look("sign-up");
  await visitor.press("Create Account");
  await page.waitForFunction("location.pathname === '/dashboard'");
}

async function deposit(visitor: FirefoxPage, admin: HttpClient): Promise<void> {
  await visitor.goTo("/deposit");
  await visitor.fill("Amount (USD equivalent)", String(DEPOSIT));
  await visitor.press("Review deposit");
  await visitor.press("Create Deposit");
  await visitor.waitForText("Deposit Request Created");
  await visitor.look("deposit");
  const [pending] = (await admin.call("GET", "/api/admin/deposits")).body as { id: string }[];
  await approveDeposit(admin, pending?.id ?? "");
}

describe("the investor's journey in Debian's Firefox", () => {
  test("goes from sign-up to a withdrawal, and the browser complains of nothing", async ({ wazi, browser }) => {
    const admin = await adminOf(wazi);
    const visitor = await openFirefoxPage(browser, wazi.address);
    await signUp(visitor);
    await visitor.look("empty-dashboard");
    await deposit(visitor, admin);
    await visitor.goTo("/dashboard");
    await expect.poll(() => amountAt(visitor, "balance")).toBe(DEPOSIT);
    await visitor.look("dashboard");

    await visitor.goTo("/bots");
    await visitor.press("Activate Alpha-Forex-01");
    await visitor.fill("Allocation amount (USD)", String(PUT_IN));
    await visitor.look("activate");
    await visitor.press("Activate bot");
    await visitor.waitForText("Bot Activated");
    await visitor.look("bots");
    await visitor.goTo("/dashboard");
    await expect.poll(() => amountAt(visitor, "balance")).toBe(DEPOSIT - PUT_IN);
    await visitor.look("position");

    await visitor.goTo("/withdrawal");
    await visitor.press("M-Pesa");
    await visitor.fill("Amount (USD)", "100");
    await visitor.fill("M-Pesa phone number", "0712345678");
    await visitor.press("Review withdrawal");
    await visitor.look("withdrawal-review");
    await visitor.press("Request Withdrawal");
    await visitor.waitForText("The network fee is covered");
    await visitor.look("withdrawal");
    const [pending] = (await admin.call("GET", "/api/admin/withdrawals")).body as { amount: string; status: string }[];
    expect(pending).toMatchObject({ amount: "100.00", status: "pending" });
    expect(visitor.complaints).toEqual([]);
    process.stdout.write(`firefox-esr ${versionOf("firefox-esr")}\n`);
  });
});
