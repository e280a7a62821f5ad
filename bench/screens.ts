import type { Browser, Page } from "playwright-core";
import { HINT_CHANNEL } from "../apps/server/src/core/live-updates/hint.ts";
import type { Sql } from "../apps/server/src/db/pool.ts";
import { withBrowser } from "./browsing/browser.ts";
import { measureScreen, watchInteractions, type MeasuredInteraction } from "./browsing/interactions.ts";
import { readNumber } from "./money-load/options.ts";
import { seedInvestors } from "./money-load/seed-investors.ts";
import { withServer } from "./serving/server-process.ts";
import { withDatabase } from "./serving/with-database.ts";

/**
 * Measures the time from an interaction to the next paint on every signed-in screen, on a phone's screen with the
 * processor slowed six times, while live updates arrive.
 */
const SLOWDOWN = readNumber("slowdown", 6);
const INVESTORS = 50;
const ANNOUNCE_MS = 1_000;
const SHARE = 0.75;
const screenSize = { width: 390, height: 844 };
const screens = [
  "/dashboard",
  "/bots",
  "/compare",
  "/history",
  "/statement",
  "/profile",
  "/deposit",
  "/withdrawal",
  "/verification",
] as const;

/** Tells all streams every second that trades and prices have changed, so that screens read them again. */
function announceUpdates(sql: Sql): () => void {
  const hints = JSON.stringify([{ type: "trade" }, { type: "prices" }]);
  const timer = setInterval(
    () => void sql`select pg_notify(${HINT_CHANNEL}, ${hints})`.catch(() => undefined),
    ANNOUNCE_MS,
  );
  return () => clearInterval(timer);
}

async function openPage(browser: Browser, origin: string, token: string): Promise<Page> {
  const context = await browser.newContext({ viewport: screenSize, isMobile: true, hasTouch: true });
  await context.addCookies([
    { name: "wazi_session", value: token, url: origin },
    { name: "signed_in", value: "1", url: origin },
  ]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await watchInteractions(page);
  return page;
}

function findShare(interactions: readonly MeasuredInteraction[]): number {
  const sorted = interactions.map(({ ms }) => ms).sort((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * SHARE))] ?? Number.NaN);
}

function groupByScreen(interactions: readonly MeasuredInteraction[]): Map<string, MeasuredInteraction[]> {
  const groups = new Map<string, MeasuredInteraction[]>();
  for (const each of interactions) groups.set(each.screen, [...(groups.get(each.screen) ?? []), each]);
  return groups;
}

const CHROME_PATH = process.env["CHROME_PATH"] ?? "";
const result = await withDatabase(async ({ sql, url }) => {
  const [investor] = await seedInvestors(sql, INVESTORS, { hasFullHistory: true });
  const [bot] = await sql<{ id: string }[]>`select id from trading_bots order by place limit 1`;
  return withServer(
    ({ origin }) =>
      withBrowser(CHROME_PATH, async (browser) => {
        const page = await openPage(browser, origin, investor!.token);
        const stop = announceUpdates(sql);
        const all: MeasuredInteraction[] = [];
        for (const screen of [...screens, `/bots/${bot!.id}`]) all.push(...(await measureScreen(page, origin, screen)));
        stop();
        const byScreen = groupByScreen(all);
        return {
          name: "screens",
          value: findShare(all),
          unit: "ms from an interaction to the next paint, 75th percentile",
          floor: null,
          ratio: null,
          worst: [...all].sort((one, other) => other.ms - one.ms).slice(0, 5),
          screens: Object.fromEntries(
            [...byScreen].map(([screen, ofScreen]) => [
              screen,
              { p75Ms: findShare(ofScreen), interactions: ofScreen.length },
            ]),
          ),
          slowdown: SLOWDOWN,
        };
      }),
    { DATABASE_URL: url },
  );
});
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
