import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { BROWSER_PATH, getBrowser, NO_BROWSER } from "../../harness/browser.ts";
import { ANVIL, startAnvilLab } from "../../harness/chains/anvil-lab.ts";
import { copyDataDir, findPostgres, startWazi } from "../../harness/wazi-process.ts";

/** Starts a server with its PostgreSQL, anvil and a browser, tells in a file who runs, and never ends. */
test("runs until it is killed", async () => {
  const dataDir = copyDataDir(process.env["KILLED_RUN_DATA"] ?? "");
  const { pid } = await startWazi(dataDir);
  if (ANVIL !== undefined) await startAnvilLab();
  if (NO_BROWSER === "") await getBrowser(BROWSER_PATH);
  const all = { worker: process.pid, vitest: process.ppid, server: pid, postgres: findPostgres(dataDir) };
  writeFileSync(process.env["KILLED_RUN_FILE"] ?? "", JSON.stringify(all));
  await new Promise(() => undefined);
});
