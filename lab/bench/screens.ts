import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { HINT_CHANNEL } from "../../apps/server/src/platform/hints/hint.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import { withBrowser } from "./browsing/browser.ts";
import { measureScreen, watchInteractions, type MeasuredInteraction } from "./browsing/interactions.ts";
import { readNumber } from "./money-load/options.ts";
import { seedInvestors, type SeededInvestor } from "./money-load/seed-investors.ts";
import { withServer } from "./serving/server-process.ts";
import { withDatabase } from "./serving/with-database.ts";

/**
 * Measures the time from an interaction to the next paint on every signed-in screen, with the processor slowed six times,
 * while live updates arrive. Investors use a phone, administrators a wide screen.
 */
const SLOWDOWN = readNumber("slowdown", 6);
const INVESTORS = 50;
const ANNOUNCE_MS = 1_000;
const SHARE = 0.75;
const SLOWEST = 10;
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const wideScreen = { viewport: { width: 1_440, height: 900 }, hasTouch: false } as const;
const investorScreens = [
  "/dashboard",
  "/bots",
  "/money",
  "/history",
  "/notifications",
  "/check-balance",
  "/statement",
  "/profile",
  "/deposit",
  "/withdrawal",
  "/verification",
] as const;
const adminScreens = [
  "/admin",
  "/admin?tab=deposits",
  "/admin?tab=withdrawals",
  "/admin/operations",
  "/admin/money",
  "/admin/audit",
  "/admin/administrators",
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

async function openPage(browser: Browser, origin: string, token: string, screen: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(screen);
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

function groupBy(
  interactions: readonly MeasuredInteraction[],
  nameOf: (interaction: MeasuredInteraction) => string,
): Record<string, { p75Ms: number; interactions: number }> {
  const groups = new Map<string, MeasuredInteraction[]>();
  for (const each of interactions) groups.set(nameOf(each), [...(groups.get(nameOf(each)) ?? []), each]);
  return Object.fromEntries(
    [...groups].map(([name, group]) => [name, { p75Ms: findShare(group), interactions: group.length }]),
  );
}

async function measureAll(browser: Browser, origin: string, sql: Sql, investors: readonly SeededInvestor[]) {
  const [investor, admin] = [investors[0]!, investors[1]!];
  await sql`update users set is_admin = true, admin_role = 'full' where id = ${admin.id}`;
  const bots = await sql<{ id: string }[]>`select id from trading_bots order by place`;
  const all: MeasuredInteraction[] = [];
  const onPhone = await openPage(browser, origin, investor.token, phone);
  const compared = bots.slice(0, 3).map(({ id }) => id);
  for (const screen of [...investorScreens, `/compare?bots=${compared.join(",")}`, `/bots/${bots[0]!.id}`])
    all.push(...(await measureScreen(onPhone, origin, screen, phone.hasTouch)));
  await onPhone.close();
  const atDesk = await openPage(browser, origin, admin.token, wideScreen);
  for (const screen of [...adminScreens, `/admin/users/${investor.id}`])
    all.push(...(await measureScreen(atDesk, origin, screen, wideScreen.hasTouch)));
  return all;
}

const CHROME_PATH = process.env["CHROME_PATH"] ?? "";
const result = await withDatabase(async ({ sql, url }) => {
  const investors = await seedInvestors(sql, INVESTORS, { hasFullHistory: true });
  return withServer(
    ({ origin }) =>
      withBrowser(CHROME_PATH, async (browser) => {
        const stop = announceUpdates(sql);
        const all = await measureAll(browser, origin, sql, investors).finally(stop);
        const sorted = [...all].sort((one, other) => other.ms - one.ms);
        return {
          name: "screens",
          value: findShare(all),
          unit: "ms from an interaction to the next paint, 75th percentile",
          floor: null,
          ratio: null,
          interactions: all.length,
          screens: groupBy(all, ({ screen }) => screen.replace(/[\da-f]{8}-[\da-f-]{27}/g, "ID")),
          slowest: process.argv.includes("--list") ? sorted : sorted.slice(0, SLOWEST),
          slowdown: SLOWDOWN,
        };
      }),
    { DATABASE_URL: url },
  );
});
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
