import type { AdminDeposit, AdminUser, AdminVerification, AdminWithdrawal, BackOfficeOverview } from "@wazi/contracts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdmin } from "../harness/admin-page.ts";
import { USER_PASSWORD } from "../harness/back-office-page.ts";
import { launchBrowser, NO_BROWSER, openPage } from "../harness/browser.ts";
import { closePage, expectToast, look, made, type SignedInPage } from "../harness/investor-page.ts";
import { expectPage, fillLists, headingOf, idsOf, pagerOf, searchOf, type ListPage } from "../harness/record-list.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";
import { adminAccount } from "../harness/test-app.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";

let served: ServedScriptedBots;
let browser: Browser;

beforeAll(async () => {
  if (NO_BROWSER) return;
  served = await serveScriptedBots();
  await fillLists(served);
  browser = await launchBrowser();
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  expect(await served.test.differences()).toEqual([]);
  await served.stop();
});

const open = (path: string): Promise<SignedInPage> => openAdmin(browser, served, path);
const read = <T>(path: string): Promise<T> => made<T>(served.test.admin, "GET", path);

describe("the way in", () => {
  const addresses = [
    "/admin",
    "/admin/dashboard",
    "/admin/users/0c7c5f0c-7d86-4d5c-8b2c-0d6a4f1c8e11",
    "/admin/operations",
    "/admin/money",
    "/admin/audit?action=deposit",
    "/admin/administrators",
  ];

  it.skipIf(NO_BROWSER !== "")(
    `is asked for at every address, refuses investors, and stays there${TITLE}`,
    async () => {
      const { page, context, complaints } = await openPage(browser, served.origin);
      for (const address of addresses) {
        await page.goto(address);
        await page.getByRole("heading", { name: "Admin sign in" }).waitFor();
      }
      const investor = await served.test.signUp();
      const signIn = async (email: string, password: string): Promise<void> => {
        await page.getByLabel("Email", { exact: true }).fill(email);
        await page.getByLabel("Password", { exact: true }).fill(password);
        await page.getByRole("button", { name: "Sign In as Admin" }).click();
      };
      await page.goto("/admin?tab=deposits&status=pending");
      await signIn(investor.email, USER_PASSWORD);
      await page.getByRole("alert").getByText("Access Denied: You do not have admin privileges").waitFor();
      await signIn(adminAccount.email, adminAccount.password);
      await expectToast(page, "Welcome Admin");
      await page.getByRole("tab", { name: /Deposits/, selected: true }).waitFor();
      expect(searchOf(page)).toBe("?tab=deposits&status=pending");
      expect(await page.getByLabel("Status").inputValue()).toBe("pending");
      expect(complaints.filter((each) => !each.includes("Failed to load resource"))).toEqual([]);
      await context.close();
    },
  );

  it.skipIf(NO_BROWSER !== "")(`leads from section to section, and out${TITLE}`, async () => {
    const opened = await open("/admin/dashboard");
    const { page } = opened;
    const sections = page.getByRole("navigation", { name: "Back office" });
    for (const [name, path] of [
      ["Operations", "/admin/operations"],
      ["Money", "/admin/money"],
      ["Audit log", "/admin/audit"],
      ["Administrators", "/admin/administrators"],
      ["Records", "/admin"],
    ] as const) {
      await sections.getByRole("link", { name }).click();
      await page.waitForURL(`**${path}`);
      expect(await sections.getByRole("link", { name }).getAttribute("aria-current")).toBe("page");
    }
    expect(await page.getByTestId("signed-in-as").innerText()).toMatch(/Full/);
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin" }).click();
    await page.getByRole("heading", { name: "Back office" }).waitFor();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL("**/signin");
    await closePage(opened);
  });
});

describe("a list", () => {
  it.skipIf(NO_BROWSER !== "")(`counts what waits, and its figures lead to those rows${TITLE}`, async () => {
    const overview = await read<BackOfficeOverview>("/api/admin/overview");
    const opened = await open("/admin");
    const { page } = opened;
    await expect.poll(() => page.getByTestId("total-users").innerText()).toBe(String(overview.users));
    await page.getByRole("tab", { name: `Deposits ${overview.deposits.count} waiting` }).waitFor();
    const card = page.getByRole("link", { name: "Pending Deposits" });
    expect(await card.innerText()).toMatch(/Oldest .*ago/);
    await card.click();
    await page.getByRole("tab", { name: /Deposits/, selected: true }).waitFor();
    await expectPage(page, `of ${overview.deposits.count}`);
    const { items } = await read<ListPage<AdminDeposit>>("/api/admin/deposits?sort=waiting&status=pending");
    expect((await idsOf(page))[0]).toBe(items[0]!.id);
    expect(items[0]!.createdAt).toBe(overview.deposits.oldestAt);
    await page.getByRole("link", { name: "Pending Withdrawals" }).click();
    await page.getByRole("tab", { name: /Withdrawals/, selected: true }).waitFor();
    const withdrawals = await read<ListPage<AdminWithdrawal>>("/api/admin/withdrawals?sort=waiting&limit=1");
    await expect.poll(async () => (await idsOf(page))[0]).toBe(withdrawals.items[0]!.id);
    await page.goBack();
    await expectPage(page, `of ${overview.deposits.count}`);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(
    `is read page by page, and Back and a pasted address show the same${TITLE}`,
    async () => {
      const opened = await open("/admin?tab=deposits&sort=-amount");
      const { page } = opened;
      const asked: string[] = [];
      page.on("request", (request) => {
        if (new URL(request.url()).pathname === "/api/admin/deposits") asked.push(new URL(request.url()).search);
      });
      const { total } = await read<ListPage<AdminDeposit>>("/api/admin/deposits?limit=1");
      await expectPage(page, `1–50 of ${total}`);
      const first = await idsOf(page);
      expect(await pagerOf(page).getByRole("button", { name: "Previous page" }).getAttribute("aria-disabled")).toBe(
        "true",
      );
      await pagerOf(page).getByRole("button", { name: "Next page" }).click();
      await expectPage(page, `51–100 of ${total}`);
      const second = await idsOf(page);
      expect(second.filter((id) => first.includes(id))).toEqual([]);
      // What a page begins with is in sight, under headings that stay.
      expect(await headingOf(page, "Amount").isVisible()).toBe(true);

      const pasted = await open(new URL(page.url()).pathname + searchOf(page));
      await expectPage(pasted.page, `51–100 of ${total}`);
      expect(await idsOf(pasted.page)).toEqual(second);
      await closePage(pasted);

      await pagerOf(page).getByRole("button", { name: "Next page" }).click();
      await expectPage(page, `101–150 of ${total}`);
      await pagerOf(page).getByRole("button", { name: "Previous page" }).click();
      await expectPage(page, `51–100 of ${total}`);
      expect(await idsOf(page)).toEqual(second);
      await page.goBack();
      await expectPage(page, `101–150 of ${total}`);
      await pagerOf(page).getByRole("button", { name: "First page" }).click();
      await expectPage(page, `1–50 of ${total}`);
      expect(await idsOf(page)).toEqual(first);
      expect(searchOf(page)).toBe("?tab=deposits&sort=-amount");
      expect(asked.every((search) => search.includes("limit=50"))).toBe(true);
      await closePage(opened);
    },
  );

  it.skipIf(NO_BROWSER !== "")(`is sorted by its headings${TITLE}`, async () => {
    const opened = await open("/admin");
    const { page } = opened;
    await expectPage(page, /^1–50 of/);
    expect(await headingOf(page, "Since").getAttribute("aria-sort")).toBe("descending");
    for (const [sort, ariaSort] of [
      ["-balance", "descending"],
      ["balance", "ascending"],
    ] as const) {
      await page.getByRole("button", { name: "Balance", exact: true }).click();
      await expect.poll(() => headingOf(page, "Balance").getAttribute("aria-sort")).toBe(ariaSort);
      expect(searchOf(page)).toBe(`?sort=${sort}`);
      const { items } = await read<ListPage<AdminUser>>(`/api/admin/users?sort=${sort}&limit=50`);
      await expect.poll(() => idsOf(page)).toEqual(items.map(({ id }) => id));
    }
    expect(await headingOf(page, "Since").getAttribute("aria-sort")).toBeNull();
    expect(await headingOf(page, "Running profit").getByRole("button").count()).toBe(0);
    const steps = Number(await page.evaluate("history.length"));
    await page.getByRole("tab", { name: /Withdrawals/ }).click();
    await expect.poll(() => headingOf(page, "Status").getAttribute("aria-sort")).toBe("other");
    expect(searchOf(page)).toBe("?tab=withdrawals");
    expect(await page.evaluate("history.length")).toBe(steps + 1);
    await page.goBack();
    await expect.poll(() => headingOf(page, "Balance").getAttribute("aria-sort")).toBe("ascending");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`is searched once the text has settled, and filtered${TITLE}`, async () => {
    const opened = await open("/admin?tab=users&sort=name");
    const { page } = opened;
    const { items } = await read<ListPage<AdminUser>>("/api/admin/users?sort=name&limit=5");
    const wanted = items[3]!;
    const asked: string[] = [];
    page.on("request", (request) => {
      const search = new URL(request.url()).searchParams.get("search");
      if (search !== null) asked.push(search);
    });
    await expectPage(page, /^1–50 of/);
    const steps = await page.evaluate("history.length");
    await page.getByLabel("Search users").pressSequentially(wanted.email, { delay: 20 });
    await expectPage(page, "1–1 of 1");
    // Slow keys may let a part of it through; never each of them.
    await expect.poll(() => asked.at(-1)).toBe(wanted.email);
    await expectPage(page, "1–1 of 1");
    expect(new Set(asked).size).toBeLessThan(wanted.email.length / 4);
    // A search is one state of the address and no row of steps back.
    expect(await page.evaluate("history.length")).toBe(steps);
    await page.getByLabel("State").selectOption("deactivated");
    await page.getByText(`Nothing matches “${wanted.email}”.`).waitFor();
    await page.goBack();
    await expectPage(page, "1–1 of 1");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expectPage(page, /^1–50 of/);
    expect(await page.getByLabel("Search users").inputValue()).toBe("");
    expect(searchOf(page)).toBe("?tab=users&sort=name");

    await page.goto("/admin?tab=withdrawals");
    const query = "withdrawalType=bank&status=rejected&from=2020-01-01";
    const { total } = await read<ListPage<unknown>>(
      "/api/admin/withdrawals?withdrawalType=bank&status=rejected&from=2020-01-01T00:00:00Z&limit=1",
    );
    await page.getByLabel("Type").selectOption("bank");
    await page.getByLabel("Status").selectOption("rejected");
    await page.getByLabel("From (UTC)").fill("2020-01-01");
    await expectPage(page, new RegExp(`of ${total}$`));
    expect([...new URL(page.url()).searchParams].sort()).toEqual(
      [...new URLSearchParams(`tab=withdrawals&${query}`)].sort(),
    );
    await page.getByLabel("To (UTC)").fill("2020-01-02");
    await page.getByText("Nothing matches these filters.").waitFor();
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`is shown all the same by an address with nonsense in it${TITLE}`, async () => {
    const opened = await open("/admin?tab=nothing&sort=shoe&status=odd&search=&page=-4&from=never");
    const { page } = opened;
    await expectPage(page, /^1–50 of/);
    await page.getByRole("tab", { name: "Users", selected: true }).waitFor();
    await page.goto("/admin?tab=deposits&cursor=nonsense&page=9&currency=GOLD");
    await expectPage(page, /^1–50 of/);
    expect(searchOf(page)).toBe("?tab=deposits");
    const { nextCursor } = await read<ListPage<unknown>>("/api/admin/deposits?sort=-amount");
    await page.goto(`/admin?tab=deposits&sort=createdAt&cursor=${encodeURIComponent(nextCursor!)}&page=2`);
    await expectPage(page, /^1–50 of/);
    expect(searchOf(page)).toBe("?tab=deposits&sort=createdAt");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`is downloaded as it is shown${TITLE}`, async () => {
    const opened = await open("/admin?tab=deposits&status=failed&sort=amount");
    const { page } = opened;
    const { total, items } = await read<ListPage<AdminDeposit>>(
      "/api/admin/deposits?status=failed&sort=amount&limit=1",
    );
    await expectPage(page, new RegExp(`of ${total}$`));
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSV of deposits as filtered" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/deposits.*\.csv$/);
    expect(new URL(download.url()).search).toBe("?status=failed&sort=amount");
    const stream = await download.createReadStream();
    let text = "";
    for await (const piece of stream) text += String(piece);
    const lines = text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(total + 1);
    expect(lines[1]).toContain(items[0]!.id);
    await closePage(opened);
  });
});

describe("on every screen", () => {
  /** Looked at with every pixel measured: some rows say as much as fifty. */
  const fewRows = {
    users: () => "status=deactivated",
    deposits: () => "status=pending",
    withdrawals: () => "status=pending",
    verifications: async () => {
      const { items } = await read<ListPage<AdminVerification>>("/api/admin/verifications?limit=1");
      return `search=${items[0]!.user.email}`;
    },
  };

  it.skipIf(NO_BROWSER !== "").each([1_440, 768, 360])(
    `of %d pixels, nothing runs over the edge${TITLE}`,
    async (width) => {
      const opened = await openAdmin(browser, served, "/admin");
      const { page } = opened;
      for (const [tab, few] of Object.entries(fewRows)) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/admin?tab=${tab}`);
        await expectPage(page, /^1–/);
        expect(
          await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
        ).toBeLessThanOrEqual(0);
        if (width === 360) {
          await page.getByRole("button", { name: "Filters" }).click();
          await page.getByLabel("Order").selectOption({ index: 1 });
          await expect.poll(() => searchOf(page)).toContain("sort=");
        }
        if (width !== 1_440) continue;
        await page.goto(`/admin?tab=${tab}&${await few()}`);
        await expectPage(page, /^1–/);
        await look(page, `admin-${tab}`);
      }
      await closePage(opened);
    },
  );

  it.skipIf(NO_BROWSER !== "")(`leaves room for whose row it is${TITLE}`, async () => {
    const opened = await openAdmin(browser, served, "/admin");
    const { page } = opened;
    for (const tab of Object.keys(fewRows)) {
      await page.goto(`/admin?tab=${tab}`);
      await expectPage(page, /^1–/);
      for (const width of [768, 1_024, 1_280, 1_440, 1_536, 1_920]) {
        await page.setViewportSize({ width, height: 900 });
        const box = await headingOf(page, "User").boundingBox();
        expect(box?.width, `${tab} at ${width} pixels`).toBeGreaterThan(140);
        const last = await headingOf(page, "Actions").boundingBox();
        const edge = await page.getByRole("table").boundingBox();
        expect(last!.x + last!.width, `${tab} at ${width} pixels`).toBeLessThanOrEqual(edge!.x + edge!.width + 1);
      }
    }
    await closePage(opened);
  });
});
