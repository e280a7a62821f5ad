import type { DatabaseLog } from "../../apps/server/src/db/embedded/postmaster.ts";

const ignore = (): void => undefined;

/** For what must be given a log and has nothing to say that a test looks at. */
export const silentLog: DatabaseLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };
