import { createServer } from "node:net";
import { chromium, type Browser } from "playwright-core";

/** Turns off Chromium's background work, because it shares the machine with the server. */
const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--no-enable-error-reporting",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Runs one measurement in a new browser. Tools such as Lighthouse connect to its debugging port. */
export async function withBrowser<T>(path: string, work: (browser: Browser, port: number) => Promise<T>): Promise<T> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: path,
    args: [...browserFlags, `--remote-debugging-port=${port}`],
  });
  try {
    return await work(browser, port);
  } finally {
    await browser.close();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
