import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findBenchPackages } from "./bench-packages.mjs";
import { findBrowser } from "./find-browser.mjs";
import { answerHelp, refuse, ROOT } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

const BROWSER_BENCHES = ["web", "screens"];
/** They measure something without their packages too, and say what is missing. */
const BENCHES_WITH_LESS = ["backtest"];
const names = readdirSync(join(ROOT, "lab/bench"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length))
  .sort();

const help = `
Usage: npm run bench -- NAME [--json]
       npm run bench -- all [NAME ...]

Measures one figure of docs/reference/performance.md. With --json it prints one object: name, value, unit, floor, ratio. \`all\` runs all benches,
or those named after it, and writes their results there.

Names: ${names.join(", ") || "none"}`;

const [name, ...args] = process.argv.slice(2);
if (name === "all") {
  const { runAll } = await import("./bench-all.mjs");
  await runAll(args);
} else {
  answerHelp(help);
  if (name === undefined || !names.includes(name)) {
    const problem = name === undefined ? "bench needs a name" : `There is no bench "${name}"`;
    refuse(`${problem}. Names: all, ${names.join(", ")}.`);
  }
  const packages = findBenchPackages(name);
  if (packages?.missing && !BENCHES_WITH_LESS.includes(name)) refuse(packages.missing);
  if (packages !== undefined)
    process.env[packages.missing ? "BENCH_MISSING" : "BENCH_PACKAGES"] = packages.missing ?? packages.folder;
  const browser = BROWSER_BENCHES.includes(name) ? findBrowser() : undefined;
  if (browser !== undefined) process.env.CHROME_PATH = browser;
  await runCommand(`bench-${name}`, args);
}
