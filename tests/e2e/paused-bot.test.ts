import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, NO_BROWSER } from "../harness/browser.ts";
import { closePage, look, made, openAs, press } from "../harness/investor-page.ts";
import { activate } from "../harness/money-calls.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";
const NAME = "Alpha-Forex-01";
const OUTSIDE = `${NAME} is paused: it opens no new trades and takes no new money.`;
const INSIDE = `${OUTSIDE} Your position stays, and you can leave at any time.`;
/** Cards are read again every so often. */
const SEEN_MS = 30_000;

let served: ServedScriptedBots;
let browser: Browser;
let botId: string;

beforeAll(async () => {
  if (NO_BROWSER) return;
  served = await serveScriptedBots();
  browser = await launchBrowser();
  botId = served.bots.ids[0] ?? "";
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  expect(await served.test.differences()).toEqual([]);
  await served.stop();
});

const decide = (action: "pause" | "resume"): Promise<unknown> =>
  made(
    served.test.admin,
    "POST",
    `/api/admin/bots/${botId}/${action}`,
    action === "pause" ? { reason: "Odd fills" } : undefined,
  );

describe("a bot that was paused", () => {
  it.skipIf(NO_BROWSER !== "")(`tells who is in it that they stay and can leave, and lets them${TITLE}`, async () => {
    const investor = await served.test.funded("1000");
    expect((await activate(investor, botId, "400")).status).toBe(200);
    const opened = await openAs(browser, served, investor, "/bots");
    const { page } = opened;
    const card = page.getByRole("article", { name: NAME });
    await card.getByText("Active", { exact: true }).waitFor();
    await decide("pause");
    // It is told without being asked for.
    await card.getByText("Paused", { exact: true }).waitFor({ timeout: SEEN_MS });
    await card.getByText(INSIDE).waitFor();
    await look(page, "paused-bot-card");

    await page.goto(`/bots/${botId}`);
    await page.getByText(INSIDE).waitFor();
    await look(page, "paused-bot-page");
    await press(page, `Deactivate ${NAME}`);
    await press(page.getByRole("dialog"), /^Deactivate/);
    await page.getByText("Bot Deactivated").waitFor();
    await page.getByText(OUTSIDE, { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: `Activate ${NAME}`, exact: true }).isDisabled()).toBe(true);
    await decide("resume");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`can't be activated, and can again once it is resumed${TITLE}`, async () => {
    const opened = await openAs(browser, served, await served.test.funded("1000"), "/bots");
    const { page } = opened;
    const card = page.getByRole("article", { name: NAME });
    const button = card.getByRole("button", { name: `Activate ${NAME}` });
    await button.click();
    await page.getByRole("dialog").getByLabel("Allocation amount (USD)").fill("100");
    await decide("pause");
    // The dialog was open before: the server says why.
    await press(page.getByRole("dialog"), "Activate bot");
    await page
      .getByText(`${NAME} is paused: it opens no new trades and takes no new money at the moment`)
      .first()
      .waitFor();
    await press(page.getByRole("dialog"), "Cancel");
    await card.getByText(OUTSIDE).waitFor({ timeout: SEEN_MS });
    expect(await button.isDisabled()).toBe(true);
    await look(page, "paused-bot-outside");
    await decide("resume");
    await card.getByText("Paused", { exact: true }).waitFor({ state: "detached", timeout: SEEN_MS });
    expect(await button.isEnabled()).toBe(true);
    await closePage(opened);
  });
});
