import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Browser, type BrowserContext, type Page, type Request } from "playwright-core";

const CHOSEN_PATH = process.env["WAZI_TEST_CHROME"] ?? process.env["CHROME_PATH"] ?? "";
export const BROWSER_PATH = CHOSEN_PATH || "/usr/bin/chromium-headless-shell";

/** Why browser tests are skipped; empty when they run. In CI a missing browser is a failure and not a skip. */
export const NO_BROWSER =
  CHOSEN_PATH === "" && process.env["CI"] === undefined
    ? "no Chromium on this machine: install one, or set CHROME_PATH"
    : "";

let browser: Promise<Browser> | undefined;

/** The one browser of this worker, launched on first use. */
export function getBrowser(executablePath: string): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath,
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
  return browser;
}

export async function closeBrowser(): Promise<void> {
  const launched = browser;
  browser = undefined;
  await (await launched)?.close();
}

export interface Screen {
  width?: number;
  dark?: boolean;
  javaScript?: boolean;
}

export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** Console errors and warnings, page errors, and requests to other hosts. */
  complaints: string[];
}

const pendingRequests = new WeakMap<Page, Set<Request>>();

/** Waits until no request to an address that contains this text is pending. */
export async function waitForAnswers(page: Page, address: string): Promise<void> {
  const isPending = (): boolean =>
    [...(pendingRequests.get(page) ?? [])].some((request) => request.url().includes(address));
  while (isPending()) await sleep(10);
}

/** A page with its own session. It records what the console and the network complain about. */
export async function openPage(
  browser: Browser,
  origin: string,
  { width = 1_440, dark = false, javaScript = true }: Screen,
): Promise<WatchedPage> {
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
  pendingRequests.set(page, requests);
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
