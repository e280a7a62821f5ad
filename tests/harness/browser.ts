import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Browser, type BrowserContext, type Page, type Request } from "playwright-core";

const CHOSEN_PATH = process.env["WAZI_TEST_CHROME"] ?? process.env["CHROME_PATH"] ?? "";
export const BROWSER_PATH = CHOSEN_PATH || "/usr/bin/chromium-headless-shell";

/** Why browser tests are skipped; empty when they run. In CI a missing browser is a failure and not a skip. */
export const NO_BROWSER =
  CHOSEN_PATH === "" && process.env["CI"] === undefined
    ? "no Chromium on this machine: install one, or set CHROME_PATH"
    : "";

const browsers = new Map<string, Promise<Browser>>();

/** The one browser of this program in this worker, launched on first use. Files share a worker, and may need another program. */
export function getBrowser(executablePath: string): Promise<Browser> {
  const browser = browsers.get(executablePath) ?? launch(executablePath);
  browsers.set(executablePath, browser);
  return browser;
}

const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      // One process less for each browser, and a tenth less processor time for a file.
      "--in-process-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });

export async function closeBrowser(executablePath: string): Promise<void> {
  const launched = browsers.get(executablePath);
  browsers.delete(executablePath);
  await (await launched)?.close();
}

/** A file of the web app that runs no script. */
const QUIET_PAGE = "/favicon.svg";
/** The notice of a context without service workers. */
const WORKER_BLOCKED = "Service Worker registration blocked by Playwright";
/** Long, because slow machines run everything at once. It costs time only when a test fails. */
const PAGE_TIMEOUT_MS = 60_000;
const DEFAULT_WIDTH = 1_440;
const HEIGHT = 900;

export interface Screen {
  width?: number;
  dark?: boolean;
  javaScript?: boolean;
  /** Off by default: the requests of a service worker escape the routes of a page. */
  hasServiceWorker?: boolean;
  /** The page's clock runs as usual, and `untilNextRefresh` can move it forward. */
  hasClock?: boolean;
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

/** Where the page is, what it tells its reader at this moment, and which requests have no answer. */
export async function describePage({ page, complaints }: WatchedPage): Promise<string> {
  const notices = await page
    .locator("[role=alert]:visible, [role=status]:visible, [role=dialog]:visible")
    .allInnerTexts()
    .catch(() => []);
  const requests = [...(pendingRequests.get(page) ?? [])].map((request) => `${request.method()} ${request.url()}`);
  return [
    page.url(),
    ...notices.filter((text) => text !== "").map((text) => `shows: ${text}`),
    ...requests.map((request) => `waits for: ${request}`),
    ...complaints,
  ].join("\n");
}

const sizeOf = ({ width = DEFAULT_WIDTH }: Screen) => ({ width, height: HEIGHT });
const mediaOf = ({ dark = false }: Screen) =>
  ({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" }) as const;

/** A page with its own session. It records what the console and the network complain about. */
export async function openPage(browser: Browser, origin: string, screen: Screen): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: sizeOf(screen),
    ...mediaOf(screen),
    javaScriptEnabled: screen.javaScript ?? true,
    serviceWorkers: screen.hasServiceWorker ? "allow" : "block",
  });
  const page = await context.newPage();
  if (screen.hasClock) await page.clock.install();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const requests = new Set<Request>();
  pendingRequests.set(page, requests);
  page.on("request", (request) => requests.add(request));
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.text() === WORKER_BLOCKED) return;
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

/**
 * Removes what a test leaves behind, so that the page is as good as a new one. False when the server does not answer
 * any more. Scripts and clocks that a test installs cannot be removed.
 */
export async function cleanPage({ page, context, complaints }: WatchedPage, screen: Screen): Promise<boolean> {
  await context.setOffline(false);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  for (const other of context.pages()) if (other !== page) await other.close();
  const answer = await page.goto(QUIET_PAGE).catch(() => null);
  if (answer?.ok() !== true) return false;
  await page.evaluate("localStorage.clear(); sessionStorage.clear();");
  if (screen.hasServiceWorker) return false;
  await context.clearCookies();
  await context.clearPermissions();
  await page.mouse.move(0, 0);
  await page.setViewportSize(sizeOf(screen));
  await page.emulateMedia(mediaOf(screen));
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  pendingRequests.get(page)?.clear();
  complaints.length = 0;
  return true;
}
