import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { expectAccessible, press } from "../harness/page-actions.ts";

const it = browserTest;

describe("understanding", () => {
  it("a term is explained beside it, by keyboard too", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.funded("500"), `/bots/${site.bots.ids[0] ?? ""}`);
    const button = page.getByRole("button", { name: "What is drawdown?" });
    await button.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "What is drawdown?" });
    await dialog.getByText("The fall from the highest value so far.", { exact: false }).waitFor();
    await expectAccessible(page, "explained term");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("What is drawdown?");
  });

  it("a stop-loss is explained inside the activation, which stays as it was", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.funded("500"), `/bots/${site.bots.ids[0] ?? ""}`);
    await press(page, /^Activate /);
    await page.getByLabel("Allocation amount (USD)").fill("123");
    await press(page, "What is a stop-loss?");
    await page.getByRole("dialog", { name: "What is a stop-loss?" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByLabel("Allocation amount (USD)").inputValue()).toBe("123");
  });

  it("the help page finds questions and terms", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.goto("/help");
    await page.getByLabel("Search help").fill("DRAWDOWN");
    await page.getByText(/^\d+ found$/).waitFor();
    await page.getByRole("term").filter({ hasText: "Drawdown" }).waitFor();
    expect(await page.getByText("What is the minimum deposit?").count()).toBe(0);
    await page.getByLabel("Search help").fill("qwertz");
    await page.getByText("No answers found.", { exact: false }).waitFor();
    await expectAccessible(page, "help");
  });

  it("a search that was typed before the script ran is not lost", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    let release: () => void = () => undefined;
    const typed = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/assets/*.js", async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto("/help", { waitUntil: "commit" });
    await page.getByLabel("Search help").fill("DRAWDOWN");
    release();
    await page.getByText(/^\d+ found$/).waitFor();
  });

  it("the calculator shows what the server computes", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.goto("/fees");
    const shown = (testId: string) => page.getByTestId(testId).getAttribute("value");
    await expect.poll(() => shown("calculated-share")).toBe("20.00");
    await page.getByLabel("Earlier loss in this bot (USD)").fill("40");
    await expect.poll(() => shown("calculated-share")).toBe("12.00");
    expect(await shown("calculated-payout")).toBe("1088.00");
    await page.getByLabel("You put in (USD)").fill("");
    await page.getByText("Enter both amounts", { exact: false }).waitFor();
    await expectAccessible(page, "fees");
  });

  it("the page about Wazi's income is readable without a script", async ({ pages }) => {
    const { page } = await pages.openVisitor({ javaScript: false });
    await page.goto("/how-wazi-earns");
    await page.getByRole("heading", { name: "The one source of income" }).waitFor();
  });
});

describe("the limit", () => {
  it("follows from three answers, can be lowered, and holds in the activation", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.funded("2000"), "/profile#limit");
    const section = page.getByTestId("limit-section");
    await section.getByText("No limit").waitFor();
    await press(page, "Answer the questions");
    await page.getByLabel("Little or nothing").check();
    await page.getByLabel("A part of it").check();
    await page.getByLabel("Within a year").check();
    await expectAccessible(page, "questions");
    await press(page, "Save answers");
    await expect.poll(() => section.getByTestId("limit").textContent()).toBe("$500.00");
    await page.getByLabel("Set your own limit (USD)").fill("150");
    await press(page, "Set limit");
    await expect.poll(() => section.getByTestId("limit").textContent()).toBe("$150.00");
    await page.goto(`/bots/${site.bots.ids[0] ?? ""}`);
    await press(page, /^Activate /);
    await page.getByLabel("Allocation amount (USD)").fill("200");
    await press(page, "Activate bot");
    await page.getByText("Your limit for money in bots is $150.00.", { exact: false }).first().waitFor();
  });
});

/** The site of the tests is a demo. Only the screens are told that it is live. */
async function pretendLive(page: Page): Promise<void> {
  await page.route("**/api/public/settings", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), mode: "live" } });
  });
}

describe("the questions with real money", () => {
  it("stand in place of the first activation until they are answered", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    const { page } = await pages.openAs(client, "/help");
    await pretendLive(page);
    await page.goto(`/bots/${site.bots.ids[0] ?? ""}`);
    await press(page, /^Activate /);
    await page.getByText("Three questions come before money goes into a bot.", { exact: false }).waitFor();
    const amount = page.getByLabel("Allocation amount (USD)");
    expect(await amount.isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Activate bot" }).isVisible()).toBe(false);
    await expectAccessible(page, "questions before an activation");
    expect(await page.getByRole("button", { name: "Save answers" }).isDisabled()).toBe(true);
    await page.getByLabel("Little or nothing").check();
    await page.getByLabel("A part of it").check();
    await page.getByLabel("Within a year").check();
    await press(page, "Save answers");
    await amount.waitFor();
    expect((await client.call("GET", "/api/user/suitability")).body).toMatchObject({ limit: "500.00", isDue: false });
    await amount.fill("600");
    await press(page, "Activate bot");
    await page.getByText("Your limit for money in bots is $500.00.", { exact: false }).first().waitFor();
  });

  it("hide the form until it is known that they are answered, and can be asked for again", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    const answers = { knowledge: "some", lossCapacity: "part", horizon: "under-1-year" };
    await client.call("POST", "/api/user/suitability", answers);
    const { page } = await pages.openAs(client, "/help");
    await pretendLive(page);
    let isDown = true;
    await page.route("**/api/user/suitability", (route) => (isDown ? route.abort() : route.continue()));
    await page.goto(`/bots/${site.bots.ids[0] ?? ""}`);
    await press(page, /^Activate /);
    await page.getByText("Could not load your limit").waitFor();
    const amount = page.getByLabel("Allocation amount (USD)");
    expect(await amount.isVisible()).toBe(false);
    isDown = false;
    await press(page, "Try again");
    await amount.waitFor();
  });

  it("come before money is added, too", async ({ pages, site }) => {
    const client = await site.test.funded("1000");
    await client.call("POST", "/api/user/bots/activate", { botId: site.bots.ids[0], allocatedAmount: "100" });
    const { page } = await pages.openAs(client, "/help");
    await pretendLive(page);
    await page.goto(`/bots/${site.bots.ids[0] ?? ""}`);
    await press(page, /^Add money to /);
    await page.getByText("Three questions come before money goes into a bot.", { exact: false }).waitFor();
    expect(await page.getByLabel("Amount (USD)").isVisible()).toBe(false);
  });
});
