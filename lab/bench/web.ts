import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { runLighthouse, type LighthouseResult } from "./browsing/lighthouse.ts";
import { visitOnSlowPhone, type SlowPhoneResult } from "./browsing/slow-phone.ts";
import { withServer } from "./serving/server-process.ts";

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
