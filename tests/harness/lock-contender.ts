import { acquireDataDirLock, DataDirInUseError } from "../../apps/server/src/process/data-dir-lock.ts";

/** Long enough that the winner still holds it when the slowest contender asks. */
const HOLD_MS = 600;

/** Waits for the given moment, then tries to take the data folder, and ends without releasing it. */
function contend(dataDir: string, startAtMs: number): void {
  while (Date.now() < startAtMs); // all at the same instant: a timer would spread them
  try {
    acquireDataDirLock(dataDir);
    process.stdout.write("got it\n");
    setTimeout(() => undefined, HOLD_MS);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    process.stdout.write("refused\n");
  }
}

contend(process.argv[2] ?? "", Number(process.argv[3]));
