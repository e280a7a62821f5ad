import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";

/** Time for the paint after an interaction, on a processor that is slowed. */
const PAINT_MS = 700;
const LOAD_MS = 5_000;
const CLICK_TIMEOUT_MS = 5_000;
const OPEN_TIMEOUT_MS = 60_000;
/** Controls of one kind that are used on a page. */
const EACH_KIND = 3;
/** Controls that change what the page shows and send nothing. */
const CONTROLS = [
  "[role=tab]",
  "[role=radio]",
  "[role=switch]",
  "button[aria-expanded]",
  "[role=combobox]",
  "button[aria-pressed]",
  "summary",
] as const;
const FIELDS = "input[type=text], input[type=search], input[inputmode=decimal], input:not([type])";

/** Keeps the longest duration of each interaction, as the browser measures it up to the next paint. */
const WATCH = `(() => {
  window.__interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) window.__interactions.set(interactionId, Math.max(duration, window.__interactions.get(interactionId) ?? 0));
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
})()`;

export interface MeasuredInteraction {
  screen: string;
  control: string;
  /** Until the next paint; 16 for an interaction that the browser does not report because it is shorter. */
  ms: number;
}

const SHORTEST_MS = 16;

/** Prepares a page before it is opened. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(WATCH);
}

/** Opens a screen and uses its controls, one after the other. */
export async function measureScreen(page: Page, origin: string, screen: string): Promise<MeasuredInteraction[]> {
  await page.goto(`${origin}${screen}`, { timeout: OPEN_TIMEOUT_MS });
  await page.locator("main").first().waitFor({ timeout: OPEN_TIMEOUT_MS });
  await sleep(LOAD_MS);
  const measured: MeasuredInteraction[] = [];
  for (const selector of CONTROLS) {
    const found = await page.locator(`${selector}:visible:not([disabled])`).all();
    for (const control of found.slice(0, EACH_KIND)) {
      const ms = await measure(page, control, (each) => each.click({ timeout: CLICK_TIMEOUT_MS }));
      if (ms !== null) measured.push({ screen, control: selector, ms });
      // A menu or a dialog would cover the next control.
      await page.keyboard.press("Escape");
    }
  }
  for (const field of (await page.locator("main").locator(FIELDS).all()).slice(0, EACH_KIND)) {
    const ms = await measure(page, field, (each) => each.press("5", { timeout: CLICK_TIMEOUT_MS }));
    if (ms !== null) measured.push({ screen, control: "input", ms });
  }
  return measured;
}

/** Returns the longest interaction that the action caused; null when the control cannot be used. */
async function measure(page: Page, control: Locator, act: (control: Locator) => Promise<void>): Promise<number | null> {
  if (!(await control.isVisible()) || !(await control.isEnabled())) return null;
  await page.evaluate("window.__interactions.clear()");
  const isDone = await act(control).then(
    () => true,
    () => false,
  );
  if (!isDone) return null;
  await sleep(PAINT_MS);
  return page.evaluate<number>(`Math.max(${SHORTEST_MS}, ...window.__interactions.values())`);
}
