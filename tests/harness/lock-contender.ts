import { existsSync } from "node:fs";
import { acquireDataDirLock, DataDirInUseError } from "../../apps/server/src/platform/process/data-dir-lock.ts";

const POLL_MS = 10;
const MAX_HOLD_MS = 60_000;

/**
 * Waits for the given moment, then tries to take the data folder. The winner holds it until a file tells it that all
 * others have been refused, however slow the machine is, and ends without releasing it.
 */
function contend(dataDir: string, startAtMs: number, endFile: string): void {
  while (Date.now() < startAtMs); // all at the same instant: a timer would spread them
  try {
    acquireDataDirLock(dataDir);
    process.stdout.write("got it\n");
    const startedAt = Date.now();
    const timer = setInterval(() => {
      if (existsSync(endFile) || Date.now() - startedAt > MAX_HOLD_MS) clearInterval(timer);
    }, POLL_MS);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    process.stdout.write("refused\n");
  }
}

contend(process.argv[2] ?? "", Number(process.argv[3]), process.argv[4] ?? "");
