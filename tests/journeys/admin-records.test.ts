import type { AdminDeposit, AdminUser, AdminVerification, AdminWithdrawal, BackOfficeOverview } from "@wazi/contracts";
import { describe, expect } from "vitest";
import { browserTest } from "../harness/browser-test.ts";
import { expectToast, expectAccessible, expectToFit, callApi } from "../harness/page-actions.ts";
import { expectPage, fillLists, headingOf, idsOf, pagerOf, searchOf, type ListPage } from "../harness/record-list.ts";
import { adminAccount, PASSWORD } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("lists", { scope: "file", auto: true }, ({ site }) => fillLists(site));

const read = <T>(site: TestSite, path: string): Promise<T> => callApi<T>(site.test.admin, "GET", path);

describe("the sign-in of the back office", () => {
  const addresses = [
    "/admin",
    "/admin/dashboard",
    "/admin/users/0c7c5f0c-7d86-4d5c-8b2c-0d6a4f1c8e11",
    "/admin/operations",
    "/admin/money",
    "/admin/payouts",
    "/admin/audit?action=deposit",
    "/admin/administrators",
  ];

  it("is required at every URL, rejects investors and keeps the URL", async ({ pages, site }) => {
    const { page, complaints } = await pages.openVisitor();
    for (const address of addresses) {
      await page.goto(address);
      await page.getByRole("heading", { name: "Admin sign in" }).waitFor();
    }
    const investor = await site.test.signUp();
    const signIn = async (email: string, password: string): Promise<void> => {
      await page.getByLabel("Email", { exact: true }).fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign In as Admin" }).click();
    };
    await page.goto("/admin?tab=deposits&status=pending");
    await signIn(investor.email, PASSWORD);
    await page.getByRole("alert").getByText("Access Denied: You do not have admin privileges").waitFor();
    await signIn(adminAccount.email, adminAccount.password);
    await expectToast(page, "Welcome Admin");
    await page.getByRole("tab", { name: /Deposits/, selected: true }).waitFor();
    expect(searchOf(page)).toBe("?tab=deposits&status=pending");
    expect(await page.getByLabel("Status").inputValue()).toBe("pending");
    expect(complaints.filter((each) => !each.includes("Failed to load resource"))).toEqual([]);
  });

  it("leads to the sections, which link to each other and to sign-out", async ({ pages }) => {
    const { page } = await pages.openAdmin("/admin/dashboard");
    const sections = page.getByRole("navigation", { name: "Back office" });
    for (const [name, path] of [
      ["Operations", "/admin/operations"],
      ["Money", "/admin/money"],
      ["Payouts", "/admin/payouts"],
      ["Audit log", "/admin/audit"],
      ["Administrators", "/admin/administrators"],
      ["Records", "/admin"],
    ] as const) {
      await sections.getByRole("link", { name }).click();
      await page.waitForURL(({ pathname }) => pathname === path);
      expect(await sections.getByRole("link", { name }).getAttribute("aria-current")).toBe("page");
    }
    expect(await page.getByTestId("signed-in-as").innerText()).toMatch(/Full/);
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin" }).click();
    await page.getByRole("heading", { name: "Back office" }).waitFor();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL("**/signin");
  });
});

describe("a list", () => {
  it("counts pending rows, and the counts link to them", async ({ pages, site }) => {
    const overview = await read<BackOfficeOverview>(site, "/api/admin/overview");
    const { page } = await pages.openAdmin("/admin");
    await expect.poll(() => page.getByTestId("total-users").innerText()).toBe(String(overview.users));
    await page.getByRole("tab", { name: `Deposits ${overview.deposits.count} waiting` }).waitFor();
    const card = page.getByRole("link", { name: "Pending deposits" });
    expect(await card.innerText()).toMatch(/Oldest .*ago/);
    await card.click();
    await page.getByRole("tab", { name: /Deposits/, selected: true }).waitFor();
    await expectPage(page, `of ${overview.deposits.count}`);
    const { items } = await read<ListPage<AdminDeposit>>(site, "/api/admin/deposits?sort=waiting&status=pending");
    expect((await idsOf(page))[0]).toBe(items[0]!.id);
    expect(items[0]!.createdAt).toBe(overview.deposits.oldestAt);
    await page.getByRole("link", { name: "Pending withdrawals" }).click();
    await page.getByRole("tab", { name: /Withdrawals/, selected: true }).waitFor();
    const withdrawals = await read<ListPage<AdminWithdrawal>>(site, "/api/admin/withdrawals?sort=waiting&limit=1");
    await expect.poll(async () => (await idsOf(page))[0]).toBe(withdrawals.items[0]!.id);
    await page.goBack();
    await expectPage(page, `of ${overview.deposits.count}`);
  });

  it("is shown in pages; Back and a copied URL show the same page", async ({ pages, site }) => {
    const { page } = await pages.openAdmin("/admin?tab=deposits&sort=-amount");
    const asked: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/admin/deposits") asked.push(new URL(request.url()).search);
    });
    const { total } = await read<ListPage<AdminDeposit>>(site, "/api/admin/deposits?limit=1");
    await expectPage(page, `1–50 of ${total}`);
    const first = await idsOf(page);
    expect(await pagerOf(page).getByRole("button", { name: "Previous page" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    await pagerOf(page).getByRole("button", { name: "Next page" }).click();
    await expectPage(page, `51–100 of ${total}`);
    const second = await idsOf(page);
    expect(second.filter((id) => first.includes(id))).toEqual([]);
    // The top of the page is visible below the fixed headings.
    expect(await headingOf(page, /^Amount/).isVisible()).toBe(true);

    const pasted = await pages.openAdmin(new URL(page.url()).pathname + searchOf(page));
    await expectPage(pasted.page, `51–100 of ${total}`);
    expect(await idsOf(pasted.page)).toEqual(second);
    await pages.close(pasted);

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
  });

  it("is sorted by its column headings", async ({ pages, site }) => {
    const { page } = await pages.openAdmin("/admin?tab=users");
    await expectPage(page, /^1–50 of/);
    expect(await headingOf(page, "Joined").getAttribute("aria-sort")).toBe("descending");
    for (const [sort, ariaSort] of [
      ["-balance", "descending"],
      ["balance", "ascending"],
    ] as const) {
      await page.getByRole("button", { name: "Balance", exact: true }).click();
      await expect.poll(() => headingOf(page, "Balance").getAttribute("aria-sort")).toBe(ariaSort);
      expect(searchOf(page)).toBe(`?tab=users&sort=${sort}`);
      const { items } = await read<ListPage<AdminUser>>(site, `/api/admin/users?sort=${sort}&limit=50`);
      await expect.poll(() => idsOf(page)).toEqual(items.map(({ id }) => id));
    }
    expect(await headingOf(page, "Joined").getAttribute("aria-sort")).toBeNull();
    expect(await headingOf(page, "Running profit").getByRole("button").count()).toBe(0);
    const steps = Number(await page.evaluate("history.length"));
    await page.getByRole("tab", { name: /Withdrawals/ }).click();
    await expect.poll(() => headingOf(page, "Status").getAttribute("aria-sort")).toBe("other");
    expect(searchOf(page)).toBe("?tab=withdrawals");
    expect(await page.evaluate("history.length")).toBe(steps + 1);
    await page.goBack();
    await expect.poll(() => headingOf(page, "Balance").getAttribute("aria-sort")).toBe("ascending");
  });

  it("is searched after typing stops, and filtered", async ({ pages, site }) => {
    const { page } = await pages.openAdmin("/admin?tab=users&sort=name");
    const { items } = await read<ListPage<AdminUser>>(site, "/api/admin/users?sort=name&limit=5");
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
    // Slow typing may send some searches, but not one for each key.
    await expect.poll(() => asked.at(-1)).toBe(wanted.email);
    await expectPage(page, "1–1 of 1");
    expect(new Set(asked).size).toBeLessThan(wanted.email.length / 4);
    // A search adds one entry to the history, not one for each key.
    expect(await page.evaluate("history.length")).toBe(steps);
    await page.getByLabel("Status").selectOption("deactivated");
    await page.getByText(`No results for “${wanted.email}”.`).waitFor();
    await page.goBack();
    await expectPage(page, "1–1 of 1");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expectPage(page, /^1–50 of/);
    expect(await page.getByLabel("Search users").inputValue()).toBe("");
    expect(searchOf(page)).toBe("?tab=users&sort=name");

    await page.goto("/admin?tab=withdrawals");
    const query = "withdrawalType=bank&status=rejected&from=2020-01-01";
    const { total } = await read<ListPage<unknown>>(
      site,
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
    await page.getByText("No results for these filters.").waitFor();
  });

  it("ignores invalid parameters in the URL", async ({ pages, site }) => {
    const { page } = await pages.openAdmin("/admin?tab=nothing&sort=shoe&status=odd&search=&page=-4&from=never");
    await expectPage(page, /^1–50 of/);
    await page.getByRole("tab", { name: "Users", selected: true }).waitFor();
    await page.goto("/admin?tab=deposits&cursor=nonsense&page=9&currency=GOLD");
    await expectPage(page, /^1–50 of/);
    expect(searchOf(page)).toBe("?tab=deposits");
    const { nextCursor } = await read<ListPage<unknown>>(site, "/api/admin/deposits?sort=-amount");
    await page.goto(`/admin?tab=deposits&sort=createdAt&cursor=${encodeURIComponent(nextCursor!)}&page=2`);
    await expectPage(page, /^1–50 of/);
    expect(searchOf(page)).toBe("?tab=deposits&sort=createdAt");
  });

  it("is downloaded with its filters and order", async ({ pages, site }) => {
    const { page } = await pages.openAdmin("/admin?tab=deposits&status=failed&sort=amount");
    const { total, items } = await read<ListPage<AdminDeposit>>(
      site,
      "/api/admin/deposits?status=failed&sort=amount&limit=1",
    );
    await expectPage(page, new RegExp(`of ${total}$`));
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSV of deposits with current filters" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/deposits.*\.csv$/);
    expect(new URL(download.url()).search).toBe("?status=failed&sort=amount");
    const stream = await download.createReadStream();
    let text = "";
    for await (const piece of stream) text += String(piece);
    const lines = text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(total + 1);
    expect(lines[1]).toContain(items[0]!.id);
  });
});

describe("on every screen size", () => {
  /** Accessibility checks take long, and a few rows show as much as fifty. */
  const fewRows = {
    users: () => "status=deactivated",
    deposits: () => "status=pending",
    withdrawals: () => "status=pending",
    verifications: async (site: TestSite) => {
      const { items } = await read<ListPage<AdminVerification>>(site, "/api/admin/verifications?limit=1");
      return `search=${items[0]!.user.email}`;
    },
  };

  it.for(Object.entries(fewRows))(
    "the list of %s fits, is sorted on a phone and is accessible",
    async ([tab, few], { pages, site }) => {
      const { page } = await pages.openAdmin(`/admin?tab=${tab}`);
      await expectPage(page, /^1–/);
      for (const width of [768, 1_024, 1_280, 1_440, 1_536, 1_920]) {
        await expectToFit(page, [width], tab);
        const box = await headingOf(page, "User").boundingBox();
        expect(box?.width, `${tab} at ${width} pixels`).toBeGreaterThan(140);
        const last = await headingOf(page, "Actions").boundingBox();
        const edge = await page.getByRole("table").boundingBox();
        expect(last!.x + last!.width, `${tab} at ${width} pixels`).toBeLessThanOrEqual(edge!.x + edge!.width + 1);
      }
      await expectToFit(page, [360], tab);
      await page.getByRole("button", { name: "Filters" }).click();
      await page.getByLabel("Sort by").selectOption({ index: 1 });
      await expect.poll(() => searchOf(page)).toContain("sort=");
      await page.setViewportSize({ width: 1_440, height: 900 });
      await page.goto(`/admin?tab=${tab}&${await few(site)}`);
      await expectPage(page, /^1–/);
      await expectAccessible(page, `admin-${tab}`);
    },
  );
});
