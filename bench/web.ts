import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { runLighthouse, type LighthouseResult } from "./browsing/lighthouse.ts";
import { visitOnSlowPhone, type SlowPhoneResult } from "./browsing/slow-phone.ts";
import { withServer } from "./serving/server-process.ts";

/**
 * What the public pages weigh, how Lighthouse judges them on a phone, and how long a first visit takes on a slow one.
 * The server runs beside the browser on the same machine: with others at work there, times grow and scores fall.
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
  const script = join(process.cwd(), "scripts/check-sizes.mjs");
  const { stdout, stderr } = spawnSync(process.execPath, [script, "--json"], { encoding: "utf8" });
  if (stdout === "") throw new Error(`no sizes: ${stderr}`);
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
const value = scores.length === 0 ? null : Math.min(...scores);
const result = {
  name: "web",
  value,
  unit: "Lighthouse performance on a phone, the lowest page",
  floor: 100,
  ratio: value === null ? null : value / 100,
  ...(CHROME_PATH === "" ? { missing: "no Chromium on this machine: install one, or set CHROME_PATH" } : {}),
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
  if (result.missing !== undefined) process.stdout.write(`Only sizes: ${result.missing}\n`);
  for (const [path, { lighthouse, slowPhone }] of Object.entries(pages)) {
    process.stdout.write(`${path} ${JSON.stringify(lighthouse)} slow phone ${JSON.stringify(slowPhone)}\n`);
  }
}
