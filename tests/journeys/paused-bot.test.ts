import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { activate } from "../harness/money-calls.ts";
import { press, expectAccessible, callApi } from "../harness/page-actions.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("botId", { scope: "file" }, ({ site }) => site.bots.ids[0] ?? "");

const NAME = "Alpha-Forex-01";
const OUTSIDE = `${NAME} is paused. It opens no new trades and accepts no new money.`;
const INSIDE = `${OUTSIDE} Your position stays, and you can leave at any time.`;

const decide = (site: TestSite, botId: string, action: "pause" | "resume"): Promise<unknown> =>
  callApi(
    site.test.admin,
    "POST",
    `/api/admin/bots/${botId}/${action}`,
    action === "pause" ? { reason: "Odd fills" } : undefined,
  );

describe("a paused bot", () => {
  it("tells its investors that they keep their position and may leave", async ({ pages, site, botId }) => {
    const investor = await site.test.funded("1000");
    expect((await activate(investor, botId, "400")).status).toBe(200);
    const { page } = await pages.openAs(investor, "/bots");
    const card = page.getByRole("article", { name: NAME });
    await card.getByText("Active", { exact: true }).waitFor();
    await decide(site, botId, "pause");
    await card.getByText("Paused", { exact: true }).waitFor();
    await card.getByText(INSIDE).waitFor();
    await expectAccessible(page, "paused-bot-card");

    await page.goto(`/bots/${botId}`);
    await page.getByText(INSIDE).waitFor();
    await expectAccessible(page, "paused-bot-page");
    await press(page, `Deactivate ${NAME}`);
    await press(page.getByRole("dialog"), /^Deactivate/);
    await page.getByText("Bot Deactivated").waitFor();
    await page.getByText(OUTSIDE, { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: `Activate ${NAME}`, exact: true }).isDisabled()).toBe(true);
    await decide(site, botId, "resume");
  });

  it("cannot be activated until it is resumed", async ({ pages, site, botId }) => {
    const { page } = await pages.openAs(await site.test.funded("1000"), "/bots");
    const card = page.getByRole("article", { name: NAME });
    const button = card.getByRole("button", { name: `Activate ${NAME}` });
    await button.click();
    await page.getByRole("dialog").getByLabel("Allocation amount (USD)").fill("100");
    await decide(site, botId, "pause");
    // The dialog was already open, so the server rejects the request.
    await press(page.getByRole("dialog"), "Activate bot");
    await page.getByText(`${NAME} is paused. It does not open trades or accept new money right now.`).first().waitFor();
    await press(page.getByRole("dialog"), "Cancel");
    await card.getByText(OUTSIDE).waitFor();
    expect(await button.isDisabled()).toBe(true);
    await expectAccessible(page, "paused-bot-outside");
    await decide(site, botId, "resume");
    await card.getByText("Paused", { exact: true }).waitFor({ state: "detached" });
    expect(await button.isEnabled()).toBe(true);
  });
});
