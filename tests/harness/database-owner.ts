import { startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { StartError } from "../../apps/server/src/platform/process/start-error.ts";
import { silentLog } from "./silent-log.ts";

/** Holds a data folder and its database until it is stopped or killed. Prints one JSON line when ready. */
async function ownDatabase(dataDir: string): Promise<void> {
  const lock = acquireDataDirLock(dataDir);
  const database = await startEmbeddedDatabase({ lock, log: silentLog });
  process.once("SIGTERM", () => {
    void database.stop().then(() => {
      lock.release();
      process.exit(0);
    });
  });
  process.stdout.write(`${JSON.stringify({ url: database.url, pid: database.pid })}\n`);
}

const keptAlive = setInterval(() => undefined, 60_000);
ownDatabase(process.argv[2] ?? "").catch((error: unknown) => {
  clearInterval(keptAlive);
  const message = error instanceof StartError ? error.message : `not a StartError: ${String(error)}`;
  process.stdout.write(`${JSON.stringify({ error: message })}\n`);
  process.exitCode = 1;
});
