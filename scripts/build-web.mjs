import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { filesOfPage, readManifest } from "./page-files.mjs";
import { ROOT } from "./project.mjs";
import { runNode } from "./run-child.mjs";

const WEB = join(ROOT, "apps/web");
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");

/**
 * A page must not contain what the policy `default-src 'self'` refuses, or what React leaves in place of a part that it
 * could not render. A refused style attribute stays lost even after hydration.
 */
const REFUSED = [
  { what: "a style attribute", pattern: /<[^>]*\sstyle=/ },
  { what: "an inline script", pattern: /<script(?![^>]*\ssrc=)/ },
  { what: "an inline handler", pattern: /<[^>]*\son[a-z]+=/ },
  { what: "an inline style sheet", pattern: /<style/ },
  { what: "a part that failed or had to wait", pattern: /<!--\$[!?]-->|<template data-/ },
];

/** Classes of the app's style sheet, as in ui/notice.tsx. */
const NOTICE = "block border-l-4 border-info bg-info-tint px-4 py-3 text-14";

/** Builds the app, renders every page once as a visitor first sees it, and compresses the result. */
export async function buildWeb(folder) {
  await runVite(["--outDir", folder, "--emptyOutDir"]);
  const program = mkdtempSync(join(tmpdir(), "wazi-prerender-"));
  try {
    await runVite(["--ssr", "src/prerender.tsx", "--outDir", program, "--emptyOutDir"]);
    const { prerenderPages } = await import(pathToFileURL(join(program, "prerender.js")).href);
    writePages(folder, await prerenderPages());
  } finally {
    rmSync(program, { recursive: true, force: true });
  }
  precompress(folder);
}

/** Always in production mode, because NODE_ENV decides which React is bundled. */
async function runVite(args) {
  const env = { ...process.env, NODE_ENV: "production" };
  const code = await runNode([VITE, "build", "--logLevel", "warn", ...args], { cwd: WEB, env });
  if (code !== 0) throw new Error(`vite build failed (${code})`);
}

function writePages(folder, pages) {
  const shell = readFileSync(join(folder, "index.html"), "utf8");
  const manifest = readManifest(folder);
  const scripts = {};
  for (const page of pages) {
    const preloaded = filesOfPage(manifest, page.sources).filter((file) => !shell.includes(`"/${file}"`));
    const html = fillShell(shell, page, preloaded);
    assertServable(page.file, html);
    mkdirSync(dirname(join(folder, page.file)), { recursive: true });
    writeFileSync(join(folder, page.file), html);
    scripts[page.file] = page.sources;
  }
  writeFileSync(join(folder, ".vite/pages.json"), JSON.stringify(scripts));
}

function fillShell(shell, { head, html }, preloaded) {
  const links = preloaded.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join("");
  const noscript =
    head.withoutScript === undefined ? "" : `<noscript class="${NOTICE}">${escape(head.withoutScript)}</noscript>`;
  return [
    [/<title>[^<]*<\/title>/, `<title>${escape(head.title)}</title>`],
    [/<meta\s+name="description"[^>]*>/, `<meta name="description" content="${escape(head.description)}">`],
    [/<noscript>[^<]*<\/noscript>/, noscript],
    [/<\/head>/, `${links}</head>`],
    [/<div id="root"><\/div>/, `<div id="root">${html}</div>`],
  ].reduce((text, [place, content]) => {
    if (!place.test(text)) throw new Error(`apps/web/index.html has nothing like ${place}`);
    return text.replace(place, () => content);
  }, shell);
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function assertServable(file, html) {
  const refused = findRefused(html);
  if (refused !== undefined) throw new Error(`${file} has ${refused}`);
}

/** Finds what the policy refuses in a page and returns it with the text around it, or undefined. */
export function findRefused(html) {
  for (const { what, pattern } of REFUSED) {
    const found = pattern.exec(html);
    if (found === null) continue;
    const around = html.slice(Math.max(0, found.index - 80), found.index + 160);
    return `${what}, which a page made at build time must not have: …${around}…`;
  }
  return undefined;
}

/** Compresses every file once, at the highest level, so that the server does not compress for each visitor. */
function precompress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|html|svg|json|txt)$/.test(name) || name.startsWith(".")) continue;
    const content = readFileSync(join(folder, name));
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}
