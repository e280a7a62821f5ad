import type { Bot } from "@wazi/contracts";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { activate } from "../harness/money-calls.ts";
import { expectAccessible, press } from "../harness/page-actions.ts";

const it = browserTest.extend("botId", { scope: "file" }, ({ site }) => site.bots.ids[0] ?? "");

const NAME = "Alpha-Forex-01";
const OUTSIDE = `${NAME} takes no new money, because its record cannot be judged.`;
const INSIDE = `${OUTSIDE} Your position stays, and you can leave at any time.`;
const WARNING =
  "There is no evidence that this bot earns more than Treasury bills. Your statement keeps this sentence.";

/** The site of the tests is a demo, where all bots are open. Only the screens are told otherwise. */
async function pretend(page: Page, newMoney: Bot["newMoney"]): Promise<void> {
  await page.route("**/api/bots", async (route) => {
    const response = await route.fetch();
    const bots = (await response.json()) as Bot[];
    await route.fulfill({ response, json: bots.map((bot) => ({ ...bot, newMoney })) });
  });
}

describe("a bot without evidence", () => {
  it("says why it is closed to new money, and lets investors leave", async ({ pages, site, botId }) => {
    const investor = await site.test.funded("1000");
    expect((await activate(investor, botId, "400")).status).toBe(200);
    const { page } = await pages.openAs(investor, "/help");
    await pretend(page, "closed");
    await page.goto("/bots");
    const card = page.getByRole("article", { name: NAME });
    await card.getByText("Closed", { exact: true }).waitFor();
    await card.getByText(INSIDE).waitFor();
    const other = page.getByRole("article", { name: "Crypto-Whale-07" });
    expect(await other.getByRole("button", { name: /^Activate / }).isDisabled()).toBe(true);
    await expectAccessible(page, "closed-bot-card");

    await page.goto(`/bots/${botId}`);
    await page.getByText(INSIDE).waitFor();
    expect(await page.getByRole("button", { name: `Add money to ${NAME}` }).isDisabled()).toBe(true);
    await press(page, `Deactivate ${NAME}`);
    await press(page.getByRole("dialog"), /^Deactivate/);
    await page.getByText("Bot Deactivated").waitFor();
    await page.getByText(OUTSIDE, { exact: true }).waitFor();
  });

  it("warns before each activation and addition where the operator has opened it", async ({ pages, site, botId }) => {
    const { page } = await pages.openAs(await site.test.funded("1000"), "/help");
    await pretend(page, "warned");
    await page.goto(`/bots/${botId}`);
    await press(page, `Activate ${NAME}`);
    const dialog = page.getByRole("dialog");
    await dialog.getByText(WARNING).waitFor();
    await expectAccessible(page, "unproven-bot-activation");
    await dialog.getByLabel("Allocation amount (USD)").fill("200");
    await press(dialog, "Activate bot");
    await press(page, `Add money to ${NAME}`);
    await dialog.getByText(WARNING).waitFor();
  });
});
