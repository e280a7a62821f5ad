import { findRunningDatabase } from "../../apps/server/src/platform/db/embedded/open-database.ts";
import { adminAccount, createDataDir, endEverything, launch, startWazi } from "./wazi-process.ts";

/** A running `npm start` for browser tests, with access to its database. */
export interface ServedWazi {
  origin: string;
  /** As the database's superuser. */
  databaseUrl: string;
  reconcile(): Promise<{ code: number | null; output: string }>;
  stop(): Promise<void>;
}

export async function serveWazi(env: Record<string, string>): Promise<ServedWazi> {
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
