import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { withBrowser } from "./browser.ts";
import { median } from "./lighthouse.ts";

/** A cheap phone at the edge of a 3G cell. */
const BYTES_PER_SECOND = 400_000 / 8;
const LATENCY_MS = 400;
const CPU_SLOWDOWN = 6;
const screenSize = { width: 360, height: 780 };
const PATIENCE_MS = 60_000;
const POLL_MS = 250;

/** Notes in the page when its first text is painted and when React has taken over what a person would touch first. */
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
  /** Until the first text stands on the screen; the headline is part of it. */
  readableMs: number;
  /** Until the form, or what else there is to touch, answers. */
  aliveMs: number;
}

/** A first visit over 400 Kbit/s with 400 ms to every answer, on a processor six times slower; the median of several. */
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

/** Asked from outside, which the page's policy has nothing against and which takes none of its time. */
async function waitUntilAlive(page: Page, url: string): Promise<SlowPhoneResult> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    const seen = await page.evaluate<Partial<SlowPhoneResult>>("window.__seen");
    const { readableMs, aliveMs } = seen;
    if (readableMs !== undefined && aliveMs !== undefined) return { readableMs, aliveMs };
    await sleep(POLL_MS);
  }
  throw new Error(`${url} did not come alive in ${PATIENCE_MS} ms`);
}
