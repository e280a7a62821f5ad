import { join } from "node:path";
import { startScriptedBots, type ScriptedBots } from "./scripted-bots.ts";
import { startTestApp, type TestApp } from "./test-app.ts";
import { CHECKOUT } from "./wazi-process.ts";

/** The server and the built web app, listening in this process. The bots trade only what a test tells them to. */
export interface TestSite {
  origin: string;
  test: TestApp;
  bots: ScriptedBots;
  /** Keeps the current prices fresh for an hour. */
  keepPricesFresh(): Promise<void>;
  /** Makes every price stale until the next one is given. */
  makePricesStale(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestSite(settings: NodeJS.ProcessEnv = {}): Promise<TestSite> {
  const test = await startTestApp(undefined, undefined, settings, join(CHECKOUT, "apps/web/dist"));
  const bots = await startScriptedBots(test);
  return {
    origin: await test.app.listen({ host: "127.0.0.1", port: 0 }),
    test,
    bots,
    async keepPricesFresh() {
      await test.sql`update pool_marks set priced_at = now() + interval '1 hour'`;
    },
    async makePricesStale() {
      await test.sql`update pool_marks set priced_at = now() - interval '1 hour'`;
    },
    stop: () => test.close(),
  };
}
