import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { withBrowser } from "./browser.ts";
import { median } from "./lighthouse.ts";

/** Simulates a cheap phone with a weak 3G connection. */
const BYTES_PER_SECOND = 400_000 / 8;
const LATENCY_MS = 400;
const CPU_SLOWDOWN = 6;
const screenSize = { width: 360, height: 780 };
const PATIENCE_MS = 60_000;
const POLL_MS = 250;

/** Records in the page the time of the first painted text and the time when React handles the first control. */
const WATCH = `(() => {
  const seen = (window.__seen = {});
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "first-contentful-paint") seen.readableMs = entry.startTime;
  }).observe({ type: "paint", buffered: true });
  const timer = setInterval(() => {
    const touched = document.querySelector("form button, header button, main a");
    if (touched === null || !Object.keys(touched).some((key) => key.startsWith("__reactProps"))) return;
    seen.aliveMs = performance.now();
    clearInterval(timer);
  }, 20);
})()`;

export interface SlowPhoneResult {
  /** Time until the first text, including the headline, is on the screen. */
  readableMs: number;
  /** Time until the form or the first other control responds. */
  aliveMs: number;
}

/** Measures first visits with 400 Kbit/s, 400 ms latency and a CPU 6 times slower, and returns the medians. */
export async function visitOnSlowPhone(chromePath: string, url: string, runs: number): Promise<SlowPhoneResult> {
  const visits: SlowPhoneResult[] = [];
  for (let run = 0; run < runs; run++) visits.push(await visit(chromePath, url));
  return {
    readableMs: median(visits.map(({ readableMs }) => readableMs)),
    aliveMs: median(visits.map(({ aliveMs }) => aliveMs)),
  };
}

function visit(chromePath: string, url: string): Promise<SlowPhoneResult> {
  return withBrowser(chromePath, async (browser) => {
    const context = await browser.newContext({
      viewport: screenSize,
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.addInitScript(WATCH);
    await page.goto(url, { waitUntil: "commit", timeout: PATIENCE_MS });
    const seen = await waitUntilAlive(page, url);
    return { readableMs: Math.round(seen.readableMs), aliveMs: Math.round(seen.aliveMs) };
  });
}

/** Polls from outside the page: its content security policy allows that, and it takes no time from the page. */
async function waitUntilAlive(page: Page, url: string): Promise<SlowPhoneResult> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    const seen = await page.evaluate<Partial<SlowPhoneResult>>("window.__seen");
    const { readableMs, aliveMs } = seen;
    if (readableMs !== undefined && aliveMs !== undefined) return { readableMs, aliveMs };
    await sleep(POLL_MS);
  }
  throw new Error(`${url} was not interactive within ${PATIENCE_MS} ms`);
}
