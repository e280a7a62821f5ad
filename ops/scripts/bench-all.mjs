import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { answerHelp, readArguments, refuse, ROOT } from "./project.mjs";

const DOCUMENT = join(ROOT, "docs/reference/performance.md");
const [BEGIN, END] = ["<!-- results of bench:all -->", "<!-- end of results -->"];
const GB = 2 ** 30;
const MAX_OUTPUT_BYTES = 16 * 2 ** 20;

/** The target of each bench: a field of its result, a comparison and a limit. */
export const goals = {
  money: [
    ["ratio", "≥", 0.35],
    ["p99Ms", "≤", 60],
  ],
  "hot-pool": [["ratio", "≥", 0.8]],
  "trade-close": [
    ["value", "≤", 5],
    ["ratio", "≥", 500],
  ],
  stops: [
    ["value", "≤", 1],
    ["tenMs", "≤", 5],
    ["batchMs", "≤", 50],
  ],
  read: [["ratio", "≥", 0.7]],
  history: [["value", "≤", 10]],
  growth: [],
  reconciliation: [["value", "≤", 5]],
  mixed: [
    ["perSecond", "≥", 990],
    ["value", "≤", 80],
    ["errors", "≤", 0],
  ],
  login: [
    ["ratio", "≥", 0.9],
    ["readsP99Ms", "≤", 150],
  ],
  start: [
    ["value", "≤", 1],
    ["embedded", "≤", 2],
  ],
  streams: [
    ["streams", "≥", 10_000],
    ["value", "≤", 1_000],
    ["kbEach", "≤", 20],
  ],
  backtest: [["ratio", "≥", 0.5]],
  sweep: [["ratio", "≥", 0.5]],
  portfolio: [["value", "≤", 50]],
  ledger: [],
  log: [["value", "≥", 3_000]],
  liabilities: [["value", "≤", 60]],
  api: [],
  "back-office": [["value", "≤", 150]],
  large: [
    ["value", "≤", 50],
    ["moneyFlowsMs", "≤", 1_000],
    ["statementMs", "≤", 200],
  ],
  uploads: [["value", "≤", 150]],
  screens: [["value", "≤", 200]],
  web: [["value", "≥", 95]],
};

/** Takes half an hour and up to 15 GB of disk. */
const ONLY_BY_NAME = ["large"];

const help = `
Usage: npm run bench -- all [NAME ...]

Runs the benches one after the other and writes their results, with the machine and the date, into docs/reference/performance.md. With
names, the rows of the other benches stay as they are. Leave the machine alone meanwhile: it takes about half an hour.
Without names, all run but ${ONLY_BY_NAME.join(", ")}, which takes as long as the others together.

Names: ${Object.keys(goals).join(", ")}`;

const compare = { "≥": (value, limit) => value >= limit, "≤": (value, limit) => value <= limit };

/** Three significant digits; whole numbers from 1,000 on. */
export function formatFigure(value) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "–";
  const digits = Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
  return digits.toLocaleString("en-US", { maximumFractionDigits: 4 });
}

/** One row of the table: the figures, and the goals with whether each was reached. */
export function formatRow(result, asked) {
  const isReached = ([field, sign, limit]) => typeof result[field] === "number" && compare[sign](result[field], limit);
  const texts = asked.map((goal) => {
    const [field, sign, limit] = goal;
    const measured = ["value", "ratio"].includes(field) ? "" : ` (${formatFigure(result[field])})`;
    return `${field} ${sign} ${formatFigure(limit)}${measured}: ${isReached(goal) ? "yes" : "**no**"}`;
  });
  const cells = [
    result.name,
    `${formatFigure(result.value)} ${result.unit}`,
    formatFigure(result.floor),
    formatFigure(result.ratio),
  ];
  return `| ${[...cells, texts.length === 0 ? "–" : texts.join("; ")].join(" | ")} |`;
}

/** Puts rows into the document's table, in place of those of the same names. */
export function replaceResults(document, rows, caption) {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`docs/reference/performance.md lacks "${BEGIN}" … "${END}"`);
  const nameOf = (row) => row.split("|")[1].trim();
  const before = document
    .slice(begin, end)
    .split("\n")
    .filter((line) => line.startsWith("| ") && nameOf(line) in goals);
  const byName = new Map([...before, ...rows].map((row) => [nameOf(row), row]));
  const table = [
    "| bench | result | floor | ratio | to reach |",
    "|---|---|---|---|---|",
    ...Object.keys(goals).flatMap((name) => byName.get(name) ?? []),
  ];
  return `${document.slice(0, begin)}${BEGIN}\n\n${caption}\n\n${table.join("\n")}\n\n${document.slice(end)}`;
}

function describeMachine() {
  const memory = Math.round(totalmem() / GB);
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day}: ${cpus()[0]?.model.trim() ?? "unknown processor"}, ${availableParallelism()} cores, ${memory} GB, Node ${process.versions.node}.`;
}

async function measure(name) {
  const args = [join(ROOT, "ops/scripts/bench.mjs"), name, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: MAX_OUTPUT_BYTES });
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

/** Runs the named benches, or all, and writes their results into the document. */
export async function runAll(args) {
  answerHelp(help, args);
  const { positionals: asked } = readArguments(help, { args, allowPositionals: true });
  const unknown = asked.filter((name) => !(name in goals));
  if (unknown.length > 0) refuse(`There is no bench "${unknown[0]}". Names: ${Object.keys(goals).join(", ")}.`);
  const names = asked.length > 0 ? asked : Object.keys(goals).filter((name) => !ONLY_BY_NAME.includes(name));
  let failed = 0;
  for (const name of names) {
    try {
      const row = formatRow(await measure(name), goals[name]);
      process.stdout.write(`${row}\n`);
      // Written after each bench, so that an interrupted run keeps what it has measured.
      writeFileSync(DOCUMENT, replaceResults(readFileSync(DOCUMENT, "utf8"), [row], describeMachine()));
    } catch (error) {
      failed += 1;
      process.stderr.write(`${name}: ${error.stderr || error.message}\n`);
    }
  }
  process.exitCode = failed === 0 ? 0 : 1;
}
