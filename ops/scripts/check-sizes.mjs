import { ensureBuilt } from "./build.mjs";
import { findOverweight, measurePages } from "./page-sizes.mjs";
import { readArguments, WEB_DIST } from "./project.mjs";

readArguments(
  `
Usage: node ops/scripts/check-sizes.mjs [--json]

Builds when needed and holds what each page of the web app makes a browser fetch (brotli, KB of 1000 bytes) against its
budget. Ends with 1 when one is over.`,
  { options: { json: { type: "boolean" } } },
);

await ensureBuilt();
const sizes = measurePages(WEB_DIST);
const overweight = findOverweight(sizes);
if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify(sizes)}\n`);
else process.stdout.write(`${sizes.pages.map(describe).join("\n")}\n`);
for (const sentence of overweight) process.stderr.write(`${sentence}\n`);
process.exitCode = overweight.length === 0 ? 0 : 1;

function describe({ page, scripts, styles, markup, all, fonts }) {
  const parts = `scripts ${kilobytes(scripts)}  styles ${kilobytes(styles)}  page ${kilobytes(markup)}`;
  return `${page.padEnd(32)} ${parts}  all ${kilobytes(all)}  fonts ${kilobytes(fonts)}`;
}

function kilobytes(size) {
  return size.toFixed(1).padStart(5);
}
