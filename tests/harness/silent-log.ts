import type { DatabaseLog } from "../../apps/server/src/platform/db/embedded/postmaster.ts";

const ignore = (): void => undefined;

/** A log that discards everything. */
export const silentLog: DatabaseLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };
