import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

const path = process.env["WAZI_TEST_CHROME"] ?? process.env["CHROME_PATH"] ?? "";

/** Why browser tests are skipped; empty when they run. In CI a missing browser is a failure and not a skip. */
export const noBrowser =
  path === "" && process.env["CI"] === undefined ? "no Chromium on this machine: install one, or set CHROME_PATH" : "";

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: path || "/usr/bin/chromium",
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
