import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, readArguments, refuse, ROOT } from "./project.mjs";

const DOCUMENT = join(ROOT, "docs/reference/tests.md");
const [BEGIN, END] = ["<!-- steps of .ci/nightly -->", "<!-- end of the steps -->"];
const STRYKER =
  "npx --yes --package @stryker-mutator/core@9.6.1 --package @stryker-mutator/vitest-runner@9.6.1 stryker run ops/scripts/checks/stryker.json";

/** Each takes too long or needs too much for every run. They run in this order. */
export const steps = [
  { name: "clones", command: "node ops/scripts/try-nodes.mjs" },
  { name: "servers", command: "npm test -- --project=nightly" },
  { name: "depth", command: "WAZI_TEST_DEPTH=long npm test -- --project=unit --project=api" },
  { name: "order", command: "npm test -- --project=unit --project=api --shuffle" },
  { name: "pages", command: "WAZI_TEST_DEPTH=long npm test -- --project=browser" },
  { name: "processes", command: "WAZI_TEST_DEPTH=long npm test -- --project=whole" },
  { name: "torture", command: "npm run wazi -- torture --minutes 10" },
  { name: "interleavings", command: "npm run wazi -- torture --interleavings 2000" },
  { name: "venues", command: "npm run wazi -- torture --venues 2000" },
  { name: "insiders", command: "npm run wazi -- torture --insiders 20000" },
  { name: "rail kills", command: "PAYOUT_KILLS=50 PAYOUT_MINUTES=60 npm test -- apps/server/src/withdrawals/payouts" },
  { name: "soak", command: "npm run wazi -- soak --minutes 30" },
  { name: "promotions", command: "npm run wazi -- test:cluster --promotions 20" },
  { name: "planted faults", command: "npm run wazi -- plant-faults" },
  { name: "mutants of the rules", command: STRYKER },
  {
    name: "mutants of the ledger",
    command: `WAZI_MUTANTS=ledger ${STRYKER} --mutate 'apps/server/src/ledger/door/**/*.ts,!**/*.test.ts'`,
  },
];

const help = `
Usage: bash .ci/nightly [--only NAME] [--record] [--list]

Runs every step, also after one has failed, and prints a table at the end. Exits with 1 when one has failed. --only runs one step and can be
repeated. --record writes results and the date into docs/reference/tests.md. --list prints the steps:
${steps.map(({ name, command }) => `  ${name}: ${command}`).join("\n")}`;

/** The rows of a table of results, by the names of the steps. */
export function readRows(document) {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`docs/reference/tests.md lacks "${BEGIN}" … "${END}"`);
  const rows = document
    .slice(begin, end)
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  return new Map(rows.map((row) => [row.split(" | ")[0].replace("| ", ""), row]));
}

/**
 * Puts results into the document's table, in place of those of the same steps.
 * @param results the text of each result, by the name of its step
 */
export function recordResults(document, results) {
  const before = readRows(document);
  const rows = steps.map(({ name, command }) => {
    const known = before.get(name)?.split(" | ")[2]?.replace(/ \|$/, "") ?? "not yet run";
    return `| ${name} | \`${command}\` | ${results.get(name) ?? known} |`;
  });
  const table = ["| Step | Command | Last result |", "|---|---|---|", ...rows].join("\n");
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  return `${document.slice(0, begin)}${BEGIN}\n\n${table}\n\n${document.slice(end)}`;
}

function run(command) {
  const startedAt = performance.now();
  const child = spawn(command, { cwd: ROOT, shell: true, stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
      resolve({ isPassed: code === 0, text: `${code === 0 ? "passed" : "**failed**"} in ${minutes} minutes` });
    });
  });
}

async function main() {
  const { values } = readArguments(help, {
    options: {
      only: { type: "string", multiple: true },
      record: { type: "boolean" },
      list: { type: "boolean" },
    },
  });
  const unknown = values.only?.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) refuse(`There is no step "${unknown}". --list prints the steps.`);
  if (values.list) {
    for (const { name, command } of steps) process.stdout.write(`${name}: ${command}\n`);
    return;
  }
  const lines = [];
  for (const { name, command } of steps.filter((step) => values.only?.includes(step.name) ?? true)) {
    process.stdout.write(`\n=== ${name}: ${command}\n`);
    const { isPassed, text } = await run(command);
    lines.push(`${name}: ${text}`);
    if (!isPassed) process.exitCode = 1;
    const day = new Date().toISOString().slice(0, 10);
    // After each step, so that an interrupted run keeps what it has seen.
    if (values.record)
      writeFileSync(DOCUMENT, recordResults(readFileSync(DOCUMENT, "utf8"), new Map([[name, `${day}: ${text}`]])));
  }
  process.stdout.write(`\n${lines.join("\n")}\n`);
}

if (isMain(import.meta.url)) await main();
