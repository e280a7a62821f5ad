import { expect, type RunnerTestCase } from "vitest";
import { BROWSER_PATH, closeBrowser, getBrowser, NO_BROWSER } from "./browser.ts";
import { limitCleanup } from "./limit-cleanup.ts";
import { createPagePool, createPages, type PagePool, type Pages } from "./pages.ts";
import { programTest } from "./process-test.ts";
import { startTestSite } from "./test-site.ts";
import { findRunningDatabase } from "../../apps/server/src/platform/db/embedded/open-database.ts";
import { adminAccount, createDataDir, endEverything, launch, startWazi } from "./wazi-process.ts";

/** Shorter than the minute after which vitest itself gives up on a worker, without saying why. */
const BROWSER_LIMIT_MS = 45_000;

/**
 * Fixtures that all browser tests share: one Chromium for each worker, and the server's environment variables, which a
 * file replaces with `.extend("settings", { scope: "file" }, { … })`. Without a browser the tests are skipped; in CI they
 * fail.
 */
const pageTest = programTest
  .extend("skipReason", NO_BROWSER)
  .extend("browserPath", { scope: "worker" }, BROWSER_PATH)
  .extend("browser", { scope: "worker" }, ({ browserPath }, { onCleanup }) => {
    onCleanup(limitCleanup("the browser did not close", () => closeBrowser(browserPath), BROWSER_LIMIT_MS));
    return getBrowser(browserPath);
  })
  .extend("settings", { scope: "file" }, (): NodeJS.ProcessEnv => ({}));

/**
 * A test of the web app in a browser: `it("…", async ({ site, pages }) => { … })`.
 *
 * - `site`: the server, listening in this process on a copy of the template database; one for each test file. At the
 *   end of the file the ledger must have no differences.
 * - `pages`: opens pages, signed in or not. At the end of the test they are closed, and the console must have no errors.
 */
export const browserTest = pageTest
  .extend("site", { scope: "file" }, async ({ settings }, { onCleanup }) => {
    const site = await startTestSite(settings);
    const stop = async (): Promise<void> => {
      const differences = await site.test.differences();
      await site.stop();
      expect(differences).toEqual([]);
    };
    onCleanup(limitCleanup("the server of a file did not stop", stop));
    return site;
  })
  .extend("pagePool", { scope: "file" }, ({ browser, site }, { onCleanup }) => {
    const pool = createPagePool(browser, site.origin);
    onCleanup(limitCleanup("the pages of a file did not close", () => pool.close()));
    return pool;
  })
  .extend("pages", ({ pagePool, task }, { onCleanup }) => lendPages(pagePool, task, onCleanup));

/**
 * The same for tests of the whole product, as `npm start` runs it, with its own database and with trading bots. Such a test is not
 * run again after a timeout, as others of a page are in CI: a hang of a process is a finding.
 */
export const startedWaziTest = pageTest
  .extend("firstTryOnly", { auto: true }, ({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0) throw new Error("not run again, because it starts the product");
  })
  .extend("wazi", { scope: "file" }, async ({ settings }, { onCleanup }) => {
    const wazi = await serveWazi(settings);
    onCleanup(limitCleanup("the processes of a file did not stop", () => wazi.stop()));
    return wazi;
  })
  .extend("pagePool", { scope: "file" }, ({ browser, wazi }, { onCleanup }) => {
    const pool = createPagePool(browser, wazi.origin);
    onCleanup(limitCleanup("the pages of a file did not close", () => pool.close()));
    return pool;
  })
  .extend("pages", ({ pagePool, task }, { onCleanup }) => lendPages(pagePool, task, onCleanup));

/** The pages of one test. When it fails, the summary says what they showed. */
function lendPages(
  pool: PagePool,
  task: Readonly<RunnerTestCase>,
  onCleanup: (clean: () => Promise<void>) => void,
): Pages {
  const pages = createPages(pool);
  const giveBack = async (): Promise<void> => {
    if (task.result?.state === "fail") Object.assign(task.meta, { pages: await pages.describe() });
    await pages.closeAll();
  };
  onCleanup(limitCleanup("the pages of a test did not close", giveBack));
  return pages;
}

/** A running `npm start` for browser tests, with access to its database. */
interface ServedWazi {
  origin: string;
  /** As the database's superuser. */
  databaseUrl: string;
  reconcile(): Promise<{ code: number | null; output: string }>;
  stop(): Promise<void>;
}

async function serveWazi(env: NodeJS.ProcessEnv): Promise<ServedWazi> {
  const dataDir = createDataDir();
  const serving = await startWazi(dataDir, { env: { ADMIN_PASSWORD: adminAccount.password, ...env } });
  const databaseUrl = findRunningDatabase(dataDir);
  if (databaseUrl === undefined) throw new Error("no database runs");
  return {
    origin: serving.address,
    databaseUrl,
    async reconcile() {
      const command = launch(dataDir, { command: [process.execPath, "ops/scripts/wazi.mjs", "reconcile"] });
      const { code } = await command.exited;
      return { code, output: command.stdout() + command.stderr() };
    },
    async stop() {
      await serving.stop();
      await endEverything();
    },
  };
}
