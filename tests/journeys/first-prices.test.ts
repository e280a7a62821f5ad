import type { APIRequestContext } from "playwright-core";
import { describe, expect } from "vitest";
import { findViolations } from "../harness/page-actions.ts";
import { startedWaziTest } from "../harness/browser-test.ts";
import { takePictures } from "../harness/take-pictures.ts";
import { eventually } from "../harness/wazi-process.ts";

/** The default feed at its own speed: the product as a first `npm start` runs it. */
const it = startedWaziTest.extend("settings", { scope: "file" }, () => ({ SIMULATED_SPEED: undefined }));

/** A busy machine needs longer than the ten seconds after which prices are read again. */
const NEWS_WITHIN_MS = 180_000;
/** An hour of the market passes in a minute. */
const DECISION_WITHIN_MS = 300_000;

async function startFirstBot(request: APIRequestContext): Promise<void> {
  const send = async (path: string, data: object) => expect((await request.post(path, { data })).ok(), path).toBe(true);
  await send("/api/auth/signup", {
    firstName: "Amina",
    lastName: "Otieno",
    email: "first-prices@example.com",
    password: "Correct-h0rse!",
    confirmPassword: "Correct-h0rse!",
    phone: "+254712345678",
    country: "Kenya",
    birthday: "1990-05-17",
  });
  await send("/api/user/practice-money", {});
  const [bot] = (await (await request.get("/api/bots")).json()) as { id: string }[];
  await send("/api/user/bots/activate", { botId: bot?.id, allocatedAmount: "300" });
}

describe("the dashboard of a first bot on the default feed", () => {
  it("shows a new price, and decides within five minutes, as it says", async ({ pages }) => {
    const start = Date.now();
    const { page, context } = await pages.openVisitor({ width: 360 });
    await startFirstBot(context.request);
    await page.goto("/dashboard");
    const price = page.getByTestId("watched-price");
    await price.waitFor({ timeout: NEWS_WITHIN_MS });
    const first = await price.innerText();
    expect(first).toMatch(/^\d\.\d{5} at .*\d\d:\d\d \(market time\)$/);
    const watched = page.getByTestId("watch-text");
    const text = await watched.innerText();
    expect(text).toMatch(
      /^Alpha-Forex-01 decides next at .*\d\d:00 \(market time\), within a minute\. It checks the stops of an open trade at each new price\. It also watches GBP\/USD, USD\/JPY, AUD\/USD and USD\/CHF\.$/,
    );
    await eventually(async () => (await price.innerText()) !== first, NEWS_WITHIN_MS - (Date.now() - start));
    // The time that it named has come, and the next one is named.
    await eventually(async () => (await watched.innerText()) !== text, DECISION_WITHIN_MS - (Date.now() - start));
    expect(await findViolations(page)).toEqual([]);
    await takePictures(page, "market-watch");
  });
});
