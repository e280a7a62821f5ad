import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Browser, type BrowserContext, type Page, type Request } from "playwright-core";

const PATH = process.env["WAZI_TEST_CHROME"] ?? process.env["CHROME_PATH"] ?? "";

/** Why browser tests are skipped; empty when they run. In CI a missing browser is a failure and not a skip. */
export const NO_BROWSER =
  PATH === "" && process.env["CI"] === undefined ? "no Chromium on this machine: install one, or set CHROME_PATH" : "";

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: PATH || "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** Console errors, refused contents and requests to other hosts: all must stay empty. */
  complaints: string[];
}

const underWay = new WeakMap<Page, Set<Request>>();

/** Until nothing is on its way to or from such an address any more. */
export async function untilAnswered(page: Page, address: string): Promise<void> {
  const isOnItsWay = (): boolean => [...(underWay.get(page) ?? [])].some((request) => request.url().includes(address));
  while (isOnItsWay()) await sleep(10);
}

/** A page of its own session, which notes whatever the console or the network complains of. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: { width?: number; dark?: boolean; javaScript?: boolean } = {},
): Promise<WatchedPage> {
  const { width = 1_440, dark = false, javaScript = true } = options;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: 900 },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
    javaScriptEnabled: javaScript,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on("request", (request) => requests.add(request));
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`page error: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !["data:", "blob:"].includes(url.protocol))
      complaints.push(`request to ${url.origin}`);
  });
  return { page, context, complaints };
}
