import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "./find-browser.mjs";
import { answerHelp, refuse, ROOT } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

const BROWSER_BENCHES = ["web", "screens"];
const names = readdirSync(join(ROOT, "bench"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length))
  .sort();

const help = `
Usage: npm run bench -- NAME [--json]

Measures one figure of docs/performance.md. With --json it prints one object: name, value, unit, floor, ratio.

Names: ${names.join(", ") || "none"}`;

answerHelp(help);
const [name, ...args] = process.argv.slice(2);
if (name === undefined || !names.includes(name))
  refuse(`${name === undefined ? "bench needs a name" : `There is no bench "${name}"`}. Names: ${names.join(", ")}.`);
const browser = BROWSER_BENCHES.includes(name) ? findBrowser() : undefined;
if (browser !== undefined) process.env.CHROME_PATH = browser;
await runCommand(`bench-${name}`, args);
