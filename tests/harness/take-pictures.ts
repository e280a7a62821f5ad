import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** Saves pictures of the page to the folder in WAZI_PICTURES, if set: desktop and phone, both themes. */
export async function takePictures(page: Page, name: string): Promise<void> {
  const target = process.env["WAZI_PICTURES"];
  if (!target) return;
  mkdirSync(target, { recursive: true });
  // A dialog is pictured in the viewport, not on the full page.
  const fullPage = (await page.locator("dialog[open]").count()) === 0;
  for (const [width, scheme] of [
    [1_440, "light"],
    [1_440, "dark"],
    [360, "light"],
    [360, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(`document.documentElement.dataset.theme = '${scheme}'`);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    // oxlint-disable-next-line wazi/no-fixed-sleeps -- a chart does not tell that it was drawn in its new size
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(target, `${name}-${width}-${scheme}.png`), fullPage });
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.evaluate("document.documentElement.dataset.theme = 'light'");
  await page.setViewportSize({ width: 1_440, height: 900 });
}
