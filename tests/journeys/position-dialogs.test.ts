import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { expectAccessible, expectToast, press } from "../harness/page-actions.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest;

const forex = { index: 0, name: "Alpha-Forex-01" };
const whale = { index: 1, name: "Crypto-Whale-07" };

async function activate({ bots }: TestSite, client: TestClient, index: number, amount: string): Promise<void> {
  const body = { botId: bots.ids[index], allocatedAmount: amount };
  expect((await client.call("POST", "/api/user/bots/activate", body)).status).toBe(200);
}

/** An investor with 1,000.00 who has a position in the first bot. */
async function holder(site: TestSite, amount = "300"): Promise<TestClient> {
  const client = await site.test.funded("1000");
  await activate(site, client, forex.index, amount);
  return client;
}

const pathOf = ({ bots }: TestSite): string => `/bots/${bots.ids[forex.index] ?? ""}`;

describe("the activate dialog", () => {
  it("fills in a quarter, a half and all of the balance, and says what a stop-loss is in dollars", async ({
    pages,
    site,
  }) => {
    const { page } = await pages.openAs(await site.test.funded("1000.01"), pathOf(site));
    await press(page, /^Activate /);
    const dialog = page.getByRole("dialog");
    const amount = dialog.getByLabel("Allocation amount (USD)");
    for (const [name, filled] of [
      ["25%", "250.00"],
      ["50%", "500.00"],
      ["100% (Max)", "1000.01"],
    ] as const) {
      await dialog.getByRole("button", { name, exact: true }).click();
      expect(await amount.inputValue(), name).toBe(filled);
    }
    expect(await dialog.getByTestId("loss-limit").count()).toBe(0);
    await amount.fill("300");
    await dialog.getByLabel("Stop-loss (%)").fill("12.5");
    await dialog.getByTestId("loss-limit").getByText("If it falls 12.5%, you lose about $37.50.").waitFor();
    await expectAccessible(page, "activate-with-loss-limit");
    await dialog.getByLabel("Stop-loss (%)").fill("");
    await dialog.getByTestId("loss-limit").waitFor({ state: "detached" });
  });
});

describe("the top-up dialog", () => {
  it("adds money of the balance to the position, at most what there is", async ({ pages, site }) => {
    const client = await holder(site);
    const { page } = await pages.openAs(client, pathOf(site));
    await press(page, `Add money to ${forex.name}`);
    const dialog = page.getByRole("dialog", { name: `Add money to ${forex.name}` });
    const amount = dialog.getByLabel("Amount (USD)");
    await amount.fill("700.01");
    await press(dialog, "Add money");
    await dialog.getByText("You only have $700.00 in your balance").waitFor();
    await expectAccessible(page, "top-up-refused");
    await dialog.getByRole("button", { name: "50%", exact: true }).click();
    expect(await amount.inputValue()).toBe("350.00");
    await press(dialog, "Add money");
    await expectToast(page, "Money Added", `$350.00 of your balance is now in ${forex.name}.`);
    await dialog.waitFor({ state: "detached" });
    const [position] = (await client.call("GET", "/api/user/bots")).body as { allocatedAmount: string }[];
    expect(position?.allocatedAmount).toBe("650.00");
  });
});

describe("the dialog of the levels", () => {
  it("sets, refuses and removes a stop-loss and a take-profit", async ({ pages, site }) => {
    const client = await holder(site);
    const { page } = await pages.openAs(client, pathOf(site));
    const levels = async (): Promise<unknown> => {
      const [position] = (await client.call("GET", "/api/user/bots")).body as Record<string, unknown>[];
      return [position?.["stopLossPct"], position?.["takeProfitPct"]];
    };
    await press(page, "Edit stop-loss and take-profit");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Stop-loss (%)").fill("96");
    await press(dialog, "Save levels");
    await dialog.getByText("Please enter a stop-loss from 1 to 95 per cent").waitFor();
    await dialog.getByLabel("Stop-loss (%)").fill("20");
    await dialog.getByLabel("Take-profit (%)").fill("40");
    await dialog.getByTestId("loss-limit").getByText("If it falls 20%, you lose about $60.00.").waitFor();
    await expectAccessible(page, "levels");
    await press(dialog, "Save levels");
    await expectToast(page, "Levels Saved");
    expect(await levels()).toEqual(["20.00", "40.00"]);
    await press(page, "Edit stop-loss and take-profit");
    await dialog.getByLabel("Stop-loss (%)").fill("");
    await press(dialog, "Save levels");
    await dialog.waitFor({ state: "detached" });
    expect(await levels()).toEqual([null, "40.00"]);
  });
});

describe("a transfer from the investment fund", () => {
  const open = async (page: Page, amount: string) => {
    await press(page, "Transfer from investment fund");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/Amount/).fill(amount);
    return dialog.getByTestId("closing-note");
  };

  it("says that it closes the only bot", async ({ pages, site }) => {
    const { page } = await pages.openAs(await holder(site), "/dashboard");
    const note = await open(page, "250");
    await note.getByText(`This closes your position in ${forex.name}.`).waitFor();
    await expectAccessible(page, "closes-one-bot");
  });

  it("says how many bots it closes", async ({ pages, site }) => {
    const client = await holder(site, "200");
    await activate(site, client, whale.index, "200");
    const { page } = await pages.openAs(client, "/dashboard");
    const note = await open(page, "300");
    await note.getByText("This closes all 2 bots.").waitFor();
    await expectAccessible(page, "closes-all-bots");
  });

  it("says nothing of closing when all bots stay", async ({ pages, site }) => {
    const { page } = await pages.openAs(await holder(site, "500"), "/dashboard");
    const note = await open(page, "100");
    await page.getByTestId("exit-preview").getByTestId("arrives").first().waitFor();
    expect(await note.count()).toBe(0);
  });
});

describe("notifications", () => {
  it("are counted at the bell, listed, and read once they were seen", async ({ pages, site }) => {
    const client = await site.test.funded("500");
    const reason = "Goodwill";
    await site.test.admin.call("POST", `/api/admin/users/${client.userId}/balance`, { balance: "520.00", reason });
    const { page } = await pages.openAs(client, "/dashboard");
    const bell = page.getByRole("link", { name: "Notifications, 2 unread" }).first();
    await bell.waitFor();
    await bell.click();
    await page.waitForURL("**/notifications");
    await page.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
    await page.getByText("An administrator added $20.00. Reason: Goodwill").waitFor();
    await page.getByRole("link", { name: /\$500\.00 is in your balance\./ }).waitFor();
    await expectAccessible(page, "notifications");
    await page.getByRole("link", { name: "Notifications", exact: true }).first().waitFor();
    await page.reload();
    await page.getByText("Deposit credited").first().waitFor();
    expect(await page.getByTestId("unread").count()).toBe(0);
  });
});

describe("the theme", () => {
  it("is switched in the profile and stays after a reload", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), "/profile");
    const theme = (): Promise<unknown> => page.evaluate("document.documentElement.dataset.theme");
    await page.getByRole("main").getByRole("button", { name: "Use the dark theme" }).click();
    expect(await theme()).toBe("dark");
    await page.reload();
    const light = page.getByRole("main").getByRole("button", { name: "Use the light theme" });
    await light.waitFor();
    expect(await theme()).toBe("dark");
    await light.click();
    expect(await theme()).toBe("light");
  });
});
