import { test } from "vitest";
import { startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { limitCleanup } from "./limit-cleanup.ts";
import { silentLog } from "./silent-log.ts";
import { createDataDir, endEverything, makeTemplate } from "./wazi-process.ts";

/** A test of processes of the product. They end with the test. */
export const processTest = test.extend("endProcesses", { auto: true }, ({ task: _task }, { onCleanup }) => {
  onCleanup(limitCleanup("the processes of a test did not stop", endEverything));
});

/**
 * The same for tests that are not about the first start. They take copies of `template`, the data of an instance after its
 * first start, which a file makes with other settings by `.extend("templateSettings", { scope: "file" }, { … })`.
 */
export const copiedWaziTest = processTest
  .extend("templateSettings", { scope: "file" }, (): Record<string, string> => ({}))
  .extend("template", { scope: "file" }, async ({ templateSettings }, { onCleanup }) => {
    const template = await makeTemplate(templateSettings);
    onCleanup(() => template.remove());
    return template;
  });

/** A test of processes that all tests of a file share, on one PostgreSQL. They end with the file. */
export const sharedDatabaseTest = test
  .extend("durable", { scope: "file" }, false)
  .extend("database", { scope: "file" }, async ({ durable }, { onCleanup }) => {
    const database = await startEmbeddedDatabase({
      lock: acquireDataDirLock(createDataDir()),
      log: silentLog,
      durable,
    });
    const stop = async (): Promise<void> => {
      await database.stop();
      await endEverything();
    };
    onCleanup(limitCleanup("the processes of a file did not stop", stop));
    return database;
  });
