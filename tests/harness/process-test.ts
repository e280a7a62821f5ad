import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { findDebianPostgres } from "./debian-packages.ts";
import { runDebianPostgres, startDebianPostgres, type RunningPostgres } from "./debian-postgres.ts";
import { limitCleanup } from "./limit-cleanup.ts";
import { silentLog } from "./silent-log.ts";
import { createDataDir, endEverything, makeTemplate } from "./wazi-process.ts";

/**
 * The base of all tests that start programs. A file, or a test, that cannot run everywhere replaces `skipReason`; an empty one
 * skips nothing. `folder` is a temporary folder, outside the data folders, which every test removes.
 */
export const programTest = test
  .extend("skipReason", (): string => "")
  .extend("skipWithReason", { auto: true }, ({ skipReason, skip }) => {
    if (skipReason !== "") skip(skipReason);
  })
  .extend("folderPrefix", { scope: "file" }, "wazi-folder-")
  .extend("folder", { scope: "file" }, ({ folderPrefix }, { onCleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), folderPrefix));
    onCleanup(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    return folder;
  });

type StopLater = (stop: () => unknown) => void;

/** For fixtures that start things on demand: stops them all at the end, the last one first, also when one does not stop. */
function createStopLater(onCleanup: (cleanUp: () => Promise<void>) => void): StopLater {
  const stops: (() => unknown)[] = [];
  const stopAll = async (): Promise<void> => {
    const stop = stops.pop();
    if (stop === undefined) return;
    try {
      await stop();
    } finally {
      await stopAll();
    }
  };
  onCleanup(limitCleanup("what a fixture has started did not stop", stopAll));
  return (stop) => void stops.push(stop);
}

/** A test of processes of the product. They end with the test, after what `stopLater` has been told. */
export const processTest = programTest
  .extend("endProcesses", { auto: true }, ({ task: _task }, { onCleanup }) => {
    onCleanup(limitCleanup("the processes of a test did not stop", endEverything));
  })
  .extend("stopLater", ({ endProcesses: _after }, { onCleanup }) => createStopLater(onCleanup))
  .extend("debianPostgres", ({ skip, stopLater }) => {
    const programs = findDebianPostgres() ?? skip("needs Debian's PostgreSQL (apt-get install postgresql), as root");
    const keep = async (starting: Promise<RunningPostgres>): Promise<RunningPostgres> => {
      const server = await starting;
      stopLater(() => server.stop());
      return server;
    };
    return {
      ...programs,
      start: (parent: string, settings?: Record<string, string>) =>
        keep(startDebianPostgres(programs, parent, settings)),
      run: (folder: string, role?: "primary" | "standby") =>
        keep(runDebianPostgres(programs, folder, {}, undefined, role)),
    };
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

/** A test of processes that all tests of a file share. They end with the file. */
export const sharedProcessTest = programTest
  .extend("endProcesses", { scope: "file" }, ({ folder: _after }, { onCleanup }) => {
    onCleanup(limitCleanup("the processes of a file did not stop", endEverything));
  })
  .extend("stopLater", { scope: "file" }, ({ endProcesses: _after }, { onCleanup }) => createStopLater(onCleanup));

/** The same on one PostgreSQL. */
export const sharedDatabaseTest = sharedProcessTest
  .extend("durable", { scope: "file" }, false)
  .extend("database", { scope: "file" }, async ({ durable, stopLater }) => {
    const database = await startEmbeddedDatabase({
      lock: acquireDataDirLock(createDataDir()),
      log: silentLog,
      durable,
    });
    stopLater(() => database.stop());
    return database;
  });
