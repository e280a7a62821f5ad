import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { filesOfPage, readManifest, readPages, styleSheets } from "./page-files.mjs";

/** Budgets in KB of 1000 bytes, brotli: scripts, and page, styles and scripts together. */
const ENTRY_FORM = { scripts: 90, all: 120 };
const DASHBOARD = { scripts: 130, all: 130 };
const SIGNED_IN = { scripts: 131, all: 145 };
const PUBLIC = { scripts: 76, all: 100 };
const CHART_KB = 55;

function budgetOf(file) {
  if (/^signed-in\/(index|dashboard)/.test(file)) return DASHBOARD;
  if (/^(signed-in|admin)[/.]/.test(file)) return SIGNED_IN;
  return /^(index|landing|404|status|security|disclaimer|cookies|how-to-read|proofs|terms|privacy|offline|help|fees|how-wazi-earns)\.html$/.test(
    file,
  )
    ? PUBLIC
    : ENTRY_FORM;
}

/**
 * Measures what a browser loads for each page of the built web app, in KB of 1000 bytes. Scripts are everything that the
 * page imports statically. Fonts are not counted, because text appears before them.
 */
export function measurePages(folder) {
  const manifest = readManifest(folder);
  const pages = readPages(folder).map(([file, sources]) => {
    const html = readFileSync(join(folder, file), "utf8");
    const fonts = [...html.matchAll(/as="font"[^>]*href="\/([^"]+)"/g)].map(([, name]) => name);
    const scripts = sumOf(folder, ["theme.js", ...filesOfPage(manifest, sources)]);
    const styles = sumOf(folder, styleSheets(manifest, sources));
    const markup = sumOf(folder, [file]);
    return {
      page: file,
      scripts,
      styles,
      markup,
      all: scripts + styles + markup,
      fonts: sumOf(folder, fonts, ""),
      budget: budgetOf(file),
    };
  });
  return { pages, charts: measureCharts(folder, manifest) };
}

function measureCharts(folder, manifest) {
  return Object.values(manifest)
    .filter(({ file }) => /chart[^/]*\.js$/.test(file))
    .map(({ file }) => ({ page: file, scripts: sumOf(folder, [file]), budget: { scripts: CHART_KB } }));
}

function sumOf(folder, files, encoding = ".br") {
  return files.reduce((sum, file) => sum + statSync(join(folder, file + encoding)).size, 0) / 1000;
}

/** Returns one sentence for each size above its budget. */
export function findOverweight({ pages, charts }) {
  return [...pages, ...charts].flatMap((measured) =>
    ["scripts", "all"]
      .filter((what) => measured.budget[what] !== undefined && measured[what] > measured.budget[what])
      .map((what) => {
        const over = `${measured[what].toFixed(1)} KB, its budget ${measured.budget[what]} KB`;
        return `${measured.page}: ${what === "all" ? "page, styles and scripts" : "scripts"} are ${over}`;
      }),
  );
}
