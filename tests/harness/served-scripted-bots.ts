import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedDatabase } from "../../apps/server/src/db/embedded/supervisor.ts";
import { migrate } from "../../apps/server/src/db/migrate.ts";
import { acquireDataDirLock } from "../../apps/server/src/process/data-dir-lock.ts";
import { startScriptedBots, type ScriptedBots } from "./scripted-bots.ts";
import { silentLog } from "./silent-log.ts";
import { startTestApp, type TestApp } from "./test-app.ts";
import { CHECKOUT } from "./wazi-process.ts";

/** The product's server and web app for a browser, with bots that trade what the test tells them to and nothing else. */
export interface ServedScriptedBots {
  origin: string;
  test: TestApp;
  bots: ScriptedBots;
  /** The prices given so far are fresh for as long as a person takes to look at them. */
  keepFresh(): Promise<void>;
  /** No price is fresh any more, until the next one is given. */
  makeStale(): Promise<void>;
  stop(): Promise<void>;
}

export async function serveScriptedBots(env: Record<string, string> = {}): Promise<ServedScriptedBots> {
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: CHECKOUT, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`the build failed: ${built.stderr}`);
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-scripted-"));
  const lock = acquireDataDirLock(dataDir);
  const database = await startEmbeddedDatabase({ lock, log: silentLog, durable: false });
  await migrate(database.url);
  const shared = { url: database.url, drop: () => Promise.resolve() };
  const test = await startTestApp(shared, undefined, env, join(CHECKOUT, "apps/web/dist"));
  const bots = await startScriptedBots(test);
  return {
    origin: await test.app.listen({ host: "127.0.0.1", port: 0 }),
    test,
    bots,
    async keepFresh() {
      await test.sql`update pool_marks set priced_at = now() + interval '1 hour'`;
    },
    async makeStale() {
      await test.sql`update pool_marks set priced_at = now() - interval '1 hour'`;
    },
    async stop() {
      await test.close();
      await database.stop();
      lock.release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
