import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeMarket } from "../../lab/torture/torture-market.ts";
import { adminAccount, CHECKOUT, createDataDir, startWazi, type Serving } from "../harness/wazi-process.ts";

const SEED = 1;

/**
 * Starts the program that `npm test` has built, alone with the embedded database, as a release starts it. Its prices are a
 * generated replay, because the past of simulated ones takes long to make.
 */
export function startBuiltWazi(env: Record<string, string>): Promise<Serving> {
  const dataDir = createDataDir();
  const market = join(dirname(dataDir), "market");
  mkdirSync(market);
  writeMarket(market, SEED);
  return startWazi(dataDir, {
    command: [process.execPath, join(CHECKOUT, "apps/server/dist/main.js")],
    env: {
      ADMIN_PASSWORD: adminAccount.password,
      MARKET_FEED: `replay:${market}`,
      REPLAY_SPEED: "20",
      REPLAY_LOOP: "on",
      ...env,
    },
  });
}
