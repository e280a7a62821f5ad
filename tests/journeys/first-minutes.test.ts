import { MAX_AMOUNT } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { callApi, expectToast } from "../harness/page-actions.ts";

const it = browserTest;

/** Taps from the landing page to a first running bot, beside the fields that the specification requires. */
const MAX_TAPS = 6;
const FIRST_BOT = "Alpha-Forex-01";

/** Counts presses on links and buttons. Filling a field is not one. */
function createTapCounter(): { tap: (place: Locator) => Promise<void>; count: () => number } {
  let count = 0;
  return {
    tap: async (place) => {
      count += 1;
      await place.click();
    },
    count: () => count,
  };
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Amina");
  await page.getByLabel("Last name").fill("Otieno");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Correct-h0rse!");
  await page.getByLabel("Confirm password", { exact: true }).fill("Correct-h0rse!");
  await page.getByLabel("Country").selectOption("Kenya");
  await page.getByLabel("Phone").fill("0712345678");
  await page.getByLabel("Date of birth").fill("1990-05-17");
}

describe("the first ten minutes on a phone", () => {
  it(`need at most ${MAX_TAPS} taps from the landing page to a running bot`, async ({ pages }) => {
    const { page } = await pages.openVisitor({ width: 360 });
    const { tap, count } = createTapCounter();
    await page.goto("/landing");
    await tap(page.getByRole("link", { name: "Start Investing" }).first());
    await fillSignUp(page, `first-${Date.now()}@example.com`);
    await tap(page.getByRole("button", { name: "Create Account" }));
    await tap(page.getByRole("button", { name: /practice money$/ }));
    await tap(page.getByRole("link", { name: "Choose your first bot" }).first());
    await tap(page.getByRole("button", { name: `Activate ${FIRST_BOT}` }));
    await page.getByLabel("Allocation amount (USD)").fill("300");
    await tap(page.getByRole("button", { name: "Activate bot" }));
    await expectToast(page, "Bot Activated");
    expect(count()).toBeLessThanOrEqual(MAX_TAPS);
  });

  it("keep what was typed into the sign-up form over a reload, but never a password", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.goto("/signup");
    await fillSignUp(page, "draft@example.com");
    await page.reload();
    await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Amina");
    expect(await page.getByLabel("Country").inputValue()).toBe("Kenya");
    expect(await page.getByLabel("Phone").inputValue()).toBe("0712345678");
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
    const kept = await page.evaluate<string>("JSON.stringify({ ...sessionStorage, ...localStorage })");
    expect(kept).toContain("draft@example.com");
    expect(kept).not.toContain("Correct-h0rse!");
  });
});

describe("a draft", () => {
  it("is gone after signing out", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), "/deposit");
    await page.getByLabel("Amount (USD equivalent)").fill("250");
    await expect.poll(() => page.evaluate<string>("JSON.stringify(sessionStorage)")).toContain("250");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL("**/signin");
    expect(await page.evaluate<string>("JSON.stringify(sessionStorage)")).not.toContain("250");
  });
});

describe("signed-in visitors", () => {
  it("of the entry pages and the hero go on to the dashboard", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), "/status");
    for (const path of ["/signin", "/signup"]) {
      await page.goto(path);
      await page.waitForURL("**/dashboard");
    }
    await page.goto("/landing");
    await page.getByRole("link", { name: "Go to your dashboard" }).click();
    await page.waitForURL("**/dashboard");
  });
});

describe("the largest amount", () => {
  it.for(["/dashboard", "/money", "/withdrawal", "/bots"])("fits at 320 px: %s", async (path, { pages, site }) => {
    const client = await site.test.signUp();
    await callApi(site.test.admin, "POST", `/api/admin/users/${client.userId}/balance`, {
      balance: MAX_AMOUNT,
      reason: "The largest amount",
    });
    const { page } = await pages.openAs(client, path, { width: 320 });
    await page.getByText("$9,999,999,999.99").first().waitFor();
    const widest = await page.evaluate<number>(
      "Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('main data, header data')].map((each) => each.getBoundingClientRect().right))",
    );
    expect(widest).toBeLessThanOrEqual(320);
  });
});
