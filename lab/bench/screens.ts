import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { HINT_CHANNEL } from "../../apps/server/src/platform/hints/hint.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import { withBrowser } from "./browsing/browser.ts";
import { readNumber } from "./money-load/options.ts";
import { type SeededInvestor, seedInvestors } from "./money-load/seed-investors.ts";
import { withServer } from "./serving/server-process.ts";
import { withDatabase } from "./serving/with-database.ts";
import { setTimeout as sleep } from "node:timers/promises";

/** Time for the paint after an interaction, on a processor that is slowed. */
const PAINT_MS = 300;
const LOAD_MS = 3_000;
const FIND_TIMEOUT_MS = 2_000;
const OPEN_TIMEOUT_MS = 60_000;
/** Controls of one kind that are used on a screen. */
const EACH_KIND = 2;
const TYPED = "12";

/** The action on a control: a tap or click, keys, or both for what opens over the page. */
type Use = "press" | "open" | "type" | "choose" | "arrows";

/** The controls of a screen that send nothing, in the order in which they are used. */
const controls: readonly { kind: string; use: Use; selector: string; name?: RegExp }[] = [
  { kind: "tab", use: "press", selector: "[role=tab]" },
  { kind: "switch", use: "press", selector: "[role=switch], main input[type=radio]" },
  { kind: "view", use: "press", selector: "main button[aria-pressed]" },
  { kind: "details", use: "press", selector: "main button[aria-expanded], summary" },
  { kind: "sort", use: "press", selector: "th button" },
  { kind: "page", use: "press", selector: "main button", name: /^(Show More|Next page|Previous page)/ },
  { kind: "choice", use: "choose", selector: "main select" },
  { kind: "chart", use: "arrows", selector: "[role=application]" },
  {
    kind: "dialog",
    use: "open",
    selector: "main button",
    name: /^(Activate|Deactivate|Transfer|Edit|Adjust|Change KYC|Delete|Pause|Appoint|Keyboard)/,
  },
  {
    kind: "field",
    use: "type",
    selector:
      "main :is(input[type=text], input[type=search], input[type=number], input[type=tel], input[type=password])",
  },
  { kind: "theme", use: "press", selector: "button", name: /^Use the/ },
  { kind: "menu", use: "press", selector: "header button[aria-expanded]" },
];
/** Used last, because it leaves the screen. */
const NEXT_SCREEN = "header nav a:not([aria-current])";

/** Keeps the longest duration of each interaction, as the browser measures it up to the next paint. */
const WATCH = `(() => {
  window.__interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) window.__interactions.set(interactionId, Math.max(duration, window.__interactions.get(interactionId) ?? 0));
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
})()`;
const READ = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
  resolve(Math.max(0, ...window.__interactions.values()));
  window.__interactions.clear();
})))`;

interface MeasuredInteraction {
  screen: string;
  /** The kind and the name of the control. */
  control: string;
  /** Until the next paint; 16 for an interaction that the browser does not report because it is shorter. */
  ms: number;
}

/** The used part of the browser's elements, whose types are not part of this program. */
interface PageElement {
  textContent: string;
  getAttribute: (name: string) => string | null;
  contains: (other: unknown) => boolean;
  ownerDocument: { elementFromPoint: (x: number, y: number) => unknown };
}

const SHORTEST_MS = 16;
const NAME_LENGTH = 40;

/** Prepares a page before it is opened. */
async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(WATCH);
}

/** Opens a screen and uses its controls, one after the other. */
async function measureScreen(
  page: Page,
  origin: string,
  screen: string,
  hasTouch: boolean,
): Promise<MeasuredInteraction[]> {
  await page.goto(`${origin}${screen}`, { timeout: OPEN_TIMEOUT_MS });
  await page.locator("main").first().waitFor({ timeout: OPEN_TIMEOUT_MS });
  await sleep(LOAD_MS);
  const measured: MeasuredInteraction[] = [];
  const use = async (kind: string, control: Locator, act: () => Promise<void>): Promise<void> => {
    const name = await nameOf(control);
    await page.evaluate("window.__interactions.clear()");
    await act();
    await sleep(PAINT_MS);
    const ms = Math.max(SHORTEST_MS, await page.evaluate<number>(READ));
    measured.push({ screen, control: `${kind} ${name}`, ms });
  };
  const press = (control: Locator): Promise<(() => Promise<void>) | null> => findPress(page, control, hasTouch);

  for (const { kind, use: how, selector, name } of controls) {
    const found = page.locator(`:is(${selector}):visible:not([disabled])`);
    // A control that is used may disappear, as a page's last "Show More".
    for (const control of (await (name ? withName(found, name) : found.all())).slice(0, EACH_KIND)) {
      const act = await press(control);
      if (act === null) continue;
      if (how === "press" || how === "open") await use(kind, control, act);
      if (how === "open") await useDialog(page, use);
      if ((how === "choose" || how === "arrows") && (await focus(control))) {
        for (const key of how === "choose" ? ["ArrowDown", "ArrowUp"] : ["ArrowLeft", "ArrowLeft"])
          await use(kind, control, () => page.keyboard.press(key));
      }
      if (how === "type") await typeInto(page, kind, control, use);
    }
  }
  const [next] = await page.locator(`:is(${NEXT_SCREEN}):visible`).all();
  const leave = next === undefined ? null : await press(next);
  if (next !== undefined && leave !== null) await use("next screen", next, leave);
  return measured;
}

type Measure = (kind: string, control: Locator, act: () => Promise<void>) => Promise<void>;

/** Types into the dialog that has opened, if it has a field, and closes it. */
async function useDialog(page: Page, use: Measure): Promise<void> {
  const dialog = page.locator("dialog[open]").first();
  if (!(await dialog.isVisible())) return;
  const [field] = await dialog.locator("input[type=number]:visible, input[type=text]:visible").all();
  if (field !== undefined) await typeInto(page, "dialog's field", field, use);
  await use("close", dialog, () => page.keyboard.press("Escape"));
  // After input, the first Esc asks.
  if (await dialog.isVisible()) await page.keyboard.press("Escape");
}

async function typeInto(page: Page, kind: string, field: Locator, use: Measure): Promise<void> {
  if (!(await focus(field))) return;
  for (const key of TYPED) await use(kind, field, () => page.keyboard.press(key));
}

/** @returns false when the control has disappeared or cannot be used */
function focus(control: Locator): Promise<boolean> {
  return control.focus({ timeout: FIND_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
}

async function withName(found: Locator, name: RegExp): Promise<Locator[]> {
  const names = await found.evaluateAll((elements: unknown[]) =>
    (elements as PageElement[]).map((element) => element.getAttribute("aria-label") ?? element.textContent),
  );
  return names.flatMap((each, index) => (name.test(each.trim()) ? [found.nth(index)] : []));
}

async function nameOf(control: Locator): Promise<string> {
  const name = await control
    .evaluate(
      (element: unknown) => (element as PageElement).getAttribute("aria-label") ?? (element as PageElement).textContent,
      undefined,
      {
        timeout: FIND_TIMEOUT_MS,
      },
    )
    .catch(() => "");
  return name.trim().slice(0, NAME_LENGTH);
}

/**
 * Returns a tap or a click in the middle of a control, as a person makes it, without a driver's own checks in the page;
 * null when the control cannot be used.
 */
async function findPress(page: Page, control: Locator, hasTouch: boolean): Promise<(() => Promise<void>) | null> {
  try {
    if (!(await control.isVisible()) || !(await control.isEnabled({ timeout: FIND_TIMEOUT_MS }))) return null;
    await control.scrollIntoViewIfNeeded({ timeout: FIND_TIMEOUT_MS });
    const box = await control.boundingBox({ timeout: FIND_TIMEOUT_MS });
    if (box === null) return null;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const isReached = await control.evaluate(
      (element: unknown, at) =>
        (element as PageElement).contains((element as PageElement).ownerDocument.elementFromPoint(at.x, at.y)),
      { x, y },
    );
    if (!isReached) return null;
    return () => (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  } catch {
    return null;
  }
}

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
