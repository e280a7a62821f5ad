import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const TRY_MS = 15_000;
/** The headless shell first: it draws no browser window, which saves much of the processor time of a page. */
const INSTALLED = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const INSIDE_PLAYWRIGHT = [
  "chrome-linux/chrome",
  "chrome-linux64/chrome",
  "chrome-linux/headless_shell",
  "chrome-headless-shell-linux64/chrome-headless-shell",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  "chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  "chrome-headless-shell-mac-arm64/chrome-headless-shell",
  "chrome-headless-shell-mac-x64/chrome-headless-shell",
];

/** Finds a Chromium that runs here: the one in CHROME_PATH, an installed one, or Playwright's, in this order. */
export function findBrowser() {
  const candidates = process.env.CHROME_PATH ? [process.env.CHROME_PATH] : [...INSTALLED, ...playwrightBrowsers()];
  return candidates.find((path) => existsSync(path) && runs(path));
}

function playwrightBrowsers() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), ".cache/ms-playwright"),
    join(homedir(), "Library/Caches/ms-playwright"),
  ];
  return caches
    .filter((cache) => cache !== undefined && existsSync(cache))
    .flatMap((cache) => readdirSync(cache).map((name) => join(cache, name)))
    .flatMap((browser) => INSIDE_PLAYWRIGHT.map((inside) => join(browser, inside)));
}

function runs(path) {
  return spawnSync(path, ["--version"], { timeout: TRY_MS }).status === 0;
}
