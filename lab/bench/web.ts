import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type LighthouseResult, median, runLighthouse } from "./browsing/lighthouse.ts";
import { withServer } from "./serving/server-process.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { withBrowser } from "./browsing/browser.ts";

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

interface SlowPhoneResult {
  /** Time until the first text, including the headline, is on the screen. */
  readableMs: number;
  /** Time until the form or the first other control responds. */
  aliveMs: number;
}

/** Measures first visits with 400 Kbit/s, 400 ms latency and a CPU 6 times slower, and returns the medians. */
async function visitOnSlowPhone(chromePath: string, url: string, runs: number): Promise<SlowPhoneResult> {
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

/**
 * Measures the public pages: their sizes, their Lighthouse scores on a phone, and the time of a first visit on a slow
 * phone. The server and the browser share the machine. Other load on it raises times and lowers scores.
 */
const paths = ["/landing", "/signup", "/signin"] as const;
const RUNS = 5;
const SLOW_RUNS = 3;

interface PageSize {
  page: string;
  scripts: number;
  styles: number;
  markup: number;
  all: number;
  fonts: number;
}

interface Judged {
  lighthouse: LighthouseResult;
  slowPhone: SlowPhoneResult;
}

function readSizes(): PageSize[] {
  const script = join(process.cwd(), "ops/scripts/check-sizes.mjs");
  const { stdout, stderr } = spawnSync(process.execPath, [script, "--json"], { encoding: "utf8" });
  if (stdout === "") throw new Error(`check-sizes.mjs printed no sizes: ${stderr}`);
  return (JSON.parse(stdout) as { pages: PageSize[] }).pages;
}

async function judge(chromePath: string): Promise<Record<string, Judged>> {
  return withServer(async ({ origin }) => {
    const judged: Record<string, Judged> = {};
    for (const path of paths) {
      const url = `${origin}${path}`;
      judged[path] = {
        slowPhone: await visitOnSlowPhone(chromePath, url, SLOW_RUNS),
        lighthouse: await runLighthouse(chromePath, url, RUNS),
      };
    }
    return judged;
  });
}

const sizes = readSizes();
const CHROME_PATH = process.env["CHROME_PATH"] ?? "";
const pages = CHROME_PATH === "" ? {} : await judge(CHROME_PATH);
const scores = Object.values(pages).map(({ lighthouse }) => lighthouse.performance);
const LOWEST_SCORE = scores.length === 0 ? null : Math.min(...scores);
const result = {
  name: "web",
  value: LOWEST_SCORE,
  unit: "Lighthouse performance on a phone, lowest page",
  floor: 100,
  ratio: LOWEST_SCORE === null ? null : LOWEST_SCORE / 100,
  ...(CHROME_PATH === "" ? { missing: "Chromium was not found. Install it or set CHROME_PATH." } : {}),
  runs: RUNS,
  pages,
  sizes,
};

if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify(result)}\n`);
else {
  for (const { page, scripts, all, fonts } of sizes) {
    process.stdout.write(
      `${page.padEnd(32)} scripts ${scripts.toFixed(1)} KB, all ${all.toFixed(1)} KB, fonts ${fonts.toFixed(1)} KB\n`,
    );
  }
  if (result.missing !== undefined) process.stdout.write(`Only sizes were measured. ${result.missing}\n`);
  for (const [path, { lighthouse, slowPhone }] of Object.entries(pages)) {
    process.stdout.write(`${path} ${JSON.stringify(lighthouse)} slow phone ${JSON.stringify(slowPhone)}\n`);
  }
}
