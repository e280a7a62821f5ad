import type { Bot } from "@wazi/contracts";
import type { Page, Route } from "playwright-core";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { activate } from "../harness/money-calls.ts";
import { expectAccessible, tryAgain } from "../harness/page-actions.ts";
import { takePictures } from "../harness/take-pictures.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest;

const EVIDENCE = "**/api/public/evidence";
const PACKAGE = "**/api/user/package-tier";
const failureOf = (page: Page, title: string) => page.getByRole("alert").filter({ hasText: title });
const againOf = (page: Page, title: string) => failureOf(page, title).getByRole("button", { name: "Try again" });
const fail = (route: Route) => route.abort();

async function findBasket({ test }: TestSite): Promise<Bot> {
  const [basket] = (await test.visitor().call("GET", "/api/portfolios")).body as Bot[];
  if (basket === undefined) throw new Error("no portfolio");
  return basket;
}

describe("the bots page", () => {
  it("keeps its cards when the evidence fails to load, and loads it again", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.funded("1000"), "/");
    await page.route(EVIDENCE, fail);
    await page.goto("/bots");
    await failureOf(page, "Could not load the evidence").waitFor();
    const basket = page.getByRole("article", { name: "Core Basket", exact: true });
    await basket.getByText("Its evidence could not be loaded.").waitFor();
    await basket.getByRole("button", { name: "Activate Core Basket" }).waitFor();
    await takePictures(page, "bots-evidence-failed");
    await expectAccessible(page, "bots-evidence-failed");
    await tryAgain(page, EVIDENCE, againOf(page, "Could not load the evidence"));
    await basket.getByTestId("card-verdict").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("says once that the package failed to load", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.funded("1000"), "/");
    await page.route(PACKAGE, fail);
    await page.goto("/bots");
    const failed = failureOf(page, "Could not load your package");
    await failed.first().waitFor();
    await expect.poll(() => page.getByRole("status").getByText("Loading").count()).toBe(0);
    expect(await failed.count()).toBe(1);
    await takePictures(page, "bots-package-failed");
    // The failure stays while it is tried again.
    let failAgain = (): void => undefined;
    const failing = new Promise<void>((resolve) => (failAgain = resolve));
    await page.route(PACKAGE, (route) => failing.then(() => route.abort()));
    const again = againOf(page, "Could not load your package");
    await again.click();
    await expect.poll(() => again.isDisabled()).toBe(true);
    await takePictures(page, "bots-package-tried-again");
    expect(await page.getByRole("status").getByText("Loading").count()).toBe(0);
    failAgain();
    await expect.poll(() => again.isDisabled()).toBe(false);
    await tryAgain(page, PACKAGE, again);
    await page.getByRole("article", { name: "Core Basket", exact: true }).waitFor();
  });

  it("has no heading over portfolios that are not there", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.funded("1000"), "/");
    await page.route("**/api/portfolios", (route) => route.fulfill({ json: [] }));
    await page.goto("/bots");
    await page.getByRole("article", { name: "Alpha-Forex-01" }).waitFor();
    expect(await page.getByRole("heading", { name: "Core portfolios" }).count()).toBe(0);
    await takePictures(page, "bots-no-portfolios");
  });

  it("has placeholders while it loads", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.funded("1000"), "/");
    await page.route(
      /\/api\/(bots|portfolios|user\/package-tier|public\/evidence)$/,
      () => new Promise(() => undefined),
    );
    await page.goto("/bots");
    await page.getByRole("status").getByText("Loading").first().waitFor({ state: "attached" });
    await takePictures(page, "bots-loading");
  });
});

describe("the page of a bot", () => {
  const PARTS = [
    "Could not load the evidence",
    "Could not load what it holds",
    "Could not load its record",
    "Could not load the prices",
    "Could not load its trades",
  ];

  it("keeps the rest when each of its parts fails to load, and loads it again", async ({ pages, site }) => {
    const { id, name } = await findBasket(site);
    const { page } = await pages.openAs(await site.test.funded("1000"), "/");
    const parts = new RegExp(`/api/bots/${id}/|/api/public/evidence`);
    await page.route(parts, fail);
    await page.goto(`/bots/${id}`);
    for (const title of PARTS) await againOf(page, title).waitFor();
    expect(await page.getByRole("button", { name: `Activate ${name}` }).isEnabled()).toBe(true);
    await takePictures(page, "bot-parts-failed");
    await expectAccessible(page, "bot-parts-failed");
    await tryAgain(page, parts, againOf(page, PARTS[0]!));
    await failureOf(page, PARTS[0]!).waitFor({ state: "detached" });
  });

  it("keeps the rest when a script of it fails to load, and loads all again", async ({ pages, site }) => {
    const { id } = await findBasket(site);
    const { page } = await pages.openAs(await site.test.funded("1000"), "/");
    const scripts = /(holdings-sheet|evidence-sheet|bot-record)-[^/]*\.js$/;
    await page.route(scripts, fail);
    await page.goto(`/bots/${id}`);
    await failureOf(page, "Could not load what the bot holds").waitFor();
    await page.getByRole("heading", { name: "Your position" }).waitFor();
    await takePictures(page, "bot-scripts-failed");
    await tryAgain(page, scripts, againOf(page, "Could not load what the bot holds"));
    await page.getByTestId("holdings-why").waitFor();
  });

  it("says what its empty parts will show, and has placeholders while they load", async ({ pages, site }) => {
    const { id } = await findBasket(site);
    const { page } = await pages.openAs(await site.test.funded("1000"), `/bots/${id}`);
    await page.getByText("A chart of its parts appears here after its second change.").waitFor();
    await takePictures(page, "bot-empty");
    await page.route(new RegExp(`/api/bots/${id}/|/api/public/evidence`), () => new Promise(() => undefined));
    await page.goto(`/bots/${id}`);
    await page.getByRole("heading", { name: "What it holds now" }).waitFor();
    await takePictures(page, "bot-loading");
  });

  it("says that the purchases of a position failed to load, and loads them again", async ({ pages, site }) => {
    const { id } = await findBasket(site);
    const holder = await site.test.funded("1000");
    expect((await activate(holder, id, "300")).status).toBe(200);
    const { page } = await pages.openAs(holder, "/");
    const entries = `**/api/user/bots/${id}/entries`;
    await page.route(entries, fail);
    await page.goto(`/bots/${id}`);
    const again = page.getByRole("button", { name: "Not loaded. Try again." });
    await again.waitFor();
    await page.getByTestId("position-value").waitFor();
    await takePictures(page, "position-entries-failed");
    await tryAgain(page, entries, again);
    await page.getByTestId("entry-cost").getByText("$0.00").waitFor();
    await takePictures(page, "position-entries");
  });

  it("keeps the page when the script of a position fails to load", async ({ pages, site }) => {
    const { id } = await findBasket(site);
    const holder = await site.test.funded("1000");
    expect((await activate(holder, id, "300")).status).toBe(200);
    const { page } = await pages.openAs(holder, "/");
    const script = /position-breakdown-[^/]*\.js$/;
    await page.route(script, fail);
    await page.goto(`/bots/${id}`);
    await failureOf(page, "Could not load the details of your position").waitFor();
    await page.getByRole("button", { name: "Deactivate Core Basket" }).waitFor();
    await takePictures(page, "position-script-failed");
    await tryAgain(page, script, againOf(page, "Could not load the details of your position"));
    await page.getByTestId("position-value").waitFor();
  });
});

describe("the landing page", () => {
  it("loads portfolios and evidence again when they failed to load", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.route(EVIDENCE, fail);
    await page.goto("/#portfolios");
    await failureOf(page, "Could not load the portfolios").waitFor();
    await failureOf(page, "Could not load the examples").waitFor();
    await takePictures(page, "landing-failed");
    await tryAgain(page, EVIDENCE, againOf(page, "Could not load the portfolios"));
    await expect.poll(() => page.getByTestId("landing-portfolio").count()).toBe(3);
    await page.getByTestId("worked-example").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("says what will be there instead of portfolios", async ({ pages }) => {
    const { page } = await pages.openVisitor();
    await page.route("**/api/portfolios", (route) => route.fulfill({ json: [] }));
    await page.goto("/#portfolios");
    await page.getByText("No portfolios are open yet. They will appear here with their evidence.").waitFor();
    await takePictures(page, "landing-no-portfolios");
  });
});
