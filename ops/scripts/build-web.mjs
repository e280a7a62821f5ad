import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { filesOfPage, readManifest, styleSheets } from "./page-files.mjs";
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
  const { writeMessageModules } = await import("./compile-messages.mjs");
  writeMessageModules();
  await runVite(["--outDir", folder, "--emptyOutDir"]);
  const program = mkdtempSync(join(tmpdir(), "wazi-prerender-"));
  try {
    await runVite(["--ssr", "src/prerender.tsx", "--outDir", program, "--emptyOutDir"]);
    const { prerenderPages, savedPaths } = await import(pathToFileURL(join(program, "prerender.js")).href);
    const pages = await prerenderPages();
    writePages(folder, pages);
    await writeWorker(folder, pages, savedPaths);
  } finally {
    rmSync(program, { recursive: true, force: true });
  }
  for (const name of HEAD_SCRIPTS) await minifyScript(join(folder, name));
  precompress(folder);
}

/** Scripts of every page's head, which Vite copies as they are. */
const HEAD_SCRIPTS = ["theme.js", "first-view.js"];

async function minifyScript(file) {
  const { minifySync } = await import("rolldown/utils");
  const { code, errors } = minifySync(file, readFileSync(file, "utf8"));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  writeFileSync(file, code);
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

/** The answers that public/first-view.js shows are asked for at once. */
const FIRST_ANSWERS = ["/api/auth/user", "/api/public/settings"]
  .map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`)
  .join("");
/** Behind what it fills, and async: a deferred script would wait for the app's modules. */
const FIRST_SCRIPT = '<script src="/first-view.js" async></script>';

/**
 * Links that load nothing until public/first-view.js gives them a meaning, so that the balance comes before the app. Fonts are not
 * preloaded: the style sheet asks for those that the page needs.
 */
function postpone(html) {
  return html
    .replaceAll(/<script type="module" crossorigin src="([^"]+)"><\/script>/g, '<link data-later="module" href="$1">')
    .replaceAll(/<link rel="preload"[^>]*as="font"[^>]*>\s*/g, "")
    .replaceAll('<link rel="modulepreload"', '<link data-later="modulepreload"');
}

function fillShell(page, { head, html, firstView, hasScripts = true }, preloaded) {
  const isFirstView = firstView !== undefined;
  const preloads = preloaded.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join("");
  const links = isFirstView ? postpone(preloads) + FIRST_ANSWERS : preloads;
  const modules = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
  const short = page.replaceAll(/>\s+</g, "><");
  const shell = isFirstView ? postpone(short) : hasScripts ? short : short.replaceAll(modules, "");
  if (isFirstView && modules.test(shell)) throw new Error("a page behind sign-in starts the app before its first view");
  const noscript =
    head.withoutScript === undefined ? "" : `<noscript class="${NOTICE}">${escape(head.withoutScript)}</noscript>`;
  return [
    [/<title>[^<]*<\/title>/, `<title>${escape(head.title)}</title>`],
    [/<meta\s+name="description"[^>]*>/, `<meta name="description" content="${escape(head.description)}">`],
    [/<noscript>[^<]*<\/noscript>/, noscript],
    [/<\/head>/, `${hasScripts ? links : ""}</head>`],
    [/<div id="root"><\/div>/, `${firstView ?? ""}<div id="root">${html}</div>${isFirstView ? FIRST_SCRIPT : ""}`],
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

/** Pages behind sign-in whose scripts and styles are on the device before they are opened. */
const READY_OFFLINE = ["dashboard", "bots", "bots/[id]", "money", "history", "notifications"];
/** Parts that these pages load later. */
const LATER_PARTS = [
  "src/app/background.tsx",
  "src/notices/notifications/bell.tsx",
  "src/notices/notifications/credited-notice.tsx",
  "src/people/investor/verification/verification-notifier.tsx",
];
const UNHASHED = [...HEAD_SCRIPTS, "favicon.svg", "manifest.webmanifest"];

/**
 * Bundles the service worker as /sw.js, with the list of files that it keeps. Every page behind sign-in starts from the
 * same empty page, which is kept once.
 */
async function writeWorker(folder, pages, savedPaths) {
  cpSync(join(folder, "signed-in/dashboard.html"), join(folder, "offline-shell.html"));
  const manifest = readManifest(folder);
  const ready = READY_OFFLINE.map((name) => `signed-in/${name}.html`);
  const sources = pages
    .filter(({ file }) => file === "offline.html" || ready.includes(file))
    .flatMap((page) => page.sources);
  const missing = LATER_PARTS.filter((key) => manifest[key] === undefined);
  if (missing.length > 0)
    throw new Error(`no part of its own is ${missing.join(", ")}: LATER_PARTS names what pages load later`);
  const all = [...new Set([...sources, ...LATER_PARTS])];
  const fonts = Object.values(manifest)
    .flatMap(({ file, assets = [] }) => [file, ...assets])
    .filter((file) => /-core[^/]*\.woff2$/.test(file));
  const hashed = [...new Set([...filesOfPage(manifest, all), ...styleSheets(manifest, all), ...fonts])].sort();
  const files = [...hashed, ...UNHASHED].map((file) => `/${file}`).concat("/offline-shell", "/offline");
  const shellPaths = pages
    .filter(({ firstView }) => firstView !== undefined)
    .map(({ file }) =>
      `/${file.slice("signed-in/".length, -".html".length)}`.replace(/^\/index$/, "/").replace("[id]", ":id"),
    );
  const version = createHash("sha256")
    .update(JSON.stringify(files))
    .update(readFileSync(join(folder, "offline-shell.html")))
    .digest("hex")
    .slice(0, 16);
  const { build } = await import("rolldown");
  await build({
    input: join(WEB, "src/offline/worker.ts"),
    output: {
      file: join(folder, "sw.js"),
      format: "iife",
      minify: true,
      banner: `const BUILD = ${JSON.stringify({ version, files, shellPaths, savedPaths })};`,
    },
    logLevel: "warn",
  });
}

/** Compresses every file once, at the highest level, so that the server does not compress for each visitor. */
function precompress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|html|svg|json|txt|webmanifest)$/.test(name) || name.startsWith(".")) continue;
    const content = readFileSync(join(folder, name));
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}
