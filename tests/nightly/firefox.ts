import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, type Browser, type ElementHandle, type Page } from "puppeteer-core";
import { pathOf } from "./debian-programs.ts";

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
export async function launchFirefox(): Promise<Browser> {
  return launch({
    browser: "firefox",
    executablePath: pathOf("firefox-esr"),
    headless: true,
    acceptInsecureCerts: true,
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
  });
}

export interface FirefoxPage {
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
export async function openFirefoxPage(browser: Browser, origin: string): Promise<FirefoxPage> {
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
