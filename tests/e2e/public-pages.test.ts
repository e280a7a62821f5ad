import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, noBrowser, openPage } from "../harness/browser.ts";
import { serveWazi, type ServedWazi } from "../harness/served-wazi.ts";

const title = noBrowser ? ` (skipped: ${noBrowser})` : "";

let wazi: ServedWazi;
let browser: Browser;

beforeAll(async () => {
  if (noBrowser) return;
  wazi = await serveWazi({ MARKET_SEED: "1" });
  browser = await launchBrowser();
});

afterAll(async () => {
  if (noBrowser) return;
  await browser.close();
  await wazi.stop();
});

describe("the pages that anybody may check", () => {
  it.skipIf(noBrowser !== "")(`the status page shows what was measured since the start${title}`, async () => {
    expect((await wazi.reconcile()).code).toBe(0);
    const { page, context, complaints } = await openPage(browser, wazi.origin);
    await page.goto("/status");
    await page.getByTestId("uptime").waitFor();
    expect(await page.getByTestId("uptime").innerText()).toMatch(/^\d{1,3}(\.\d{3})?%$/);
    await page.getByText(/^Measured since /).waitFor();
    await page.getByText("No difference").waitFor();
    await page.getByText(/old$/).first().waitFor();
    // Younger than a day, and nobody has processed anything.
    expect(await page.getByText("not yet known").count()).toBeGreaterThanOrEqual(3);
    expect(await page.getByText("by a person; no time promised").count()).toBe(3);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.skipIf(noBrowser !== "")(`each of them can be read, and leads to the others${title}`, async () => {
    const { page, context, complaints } = await openPage(browser, wazi.origin, { width: 360 });
    await page.goto("/security");
    await page.getByText("TLS when deployed.").waitFor();
    await page.getByText("argon2id").waitFor();
    await page.getByRole("link", { name: "cookie page" }).click();
    await page.getByRole("heading", { name: "Cookie Policy" }).waitFor();
    await page.getByRole("heading", { name: "wazi_session" }).waitFor();
    expect(await context.cookies()).toEqual([]);
    await page.goto("/disclaimer");
    await page.getByText("This is a demonstration.").waitFor();
    await page.getByText("Prices here are simulated").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
