import { messages, type AdminDeposit, type AdminVerification, type Deposit, type Withdrawal } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { toDataUrl, createPhonePicture } from "../../apps/server/src/people/documents/sample-pictures.ts";
import type { WatchedPage } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import { press, findRow, expectToast, expectAccessible, withStaleList, callApi } from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("picture", { scope: "file" }, () => createPhonePicture(900, 600));

const DEPOSITS = "/api/admin/deposits";
const VERIFICATIONS = "/api/admin/verifications";

const open = (pages: Pages, tab: string): Promise<WatchedPage> => pages.openAdmin(`/admin?tab=${tab}`);
const dialogOf = (page: Page): Locator => page.getByRole("dialog");

async function createDeposit(site: TestSite, amount = "150"): Promise<{ investor: TestClient; id: string }> {
  const investor = await site.test.signUp();
  const form = { amount, currency: "USDT", network: "TRC20" };
  const { id } = await callApi<Deposit>(investor, "POST", "/api/user/deposits", form);
  return { investor, id };
}

async function createWithdrawal(site: TestSite): Promise<TestClient> {
  const investor = await site.test.funded("300");
  const form = { amount: "100", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
  await callApi<Withdrawal>(investor, "POST", "/api/user/withdrawals", form);
  return investor;
}

async function submitDocuments(site: TestSite, picture: Buffer, sides: "one" | "both" = "both"): Promise<TestClient> {
  const client = await site.test.signUp();
  const side = toDataUrl("jpeg", picture);
  await callApi(client, "POST", "/api/verification/submit", {
    documentType: "passport",
    documentNumber: "A-77",
    frontImageUrl: side,
    ...(sides === "both" ? { backImageUrl: side } : {}),
  });
  return client;
}

async function openRow(page: Page, client: TestClient, action: RegExp): Promise<Locator> {
  await findRow(page, client).getByRole("button", { name: action }).click();
  const dialog = dialogOf(page);
  await dialog.waitFor();
  return dialog;
}

/** The name of the focused element, or its tag name. */
const readFocus = (page: Page): Promise<unknown> =>
  page.evaluate(
    "(({ activeElement: { ariaLabel, labels, localName, textContent } }) => ariaLabel ?? labels?.[0]?.textContent ?? (localName === 'button' ? textContent : localName))(document)",
  );

/** Holds a request until it is released, and counts the attempts. */
async function holdRequest(
  page: Page,
  path: string,
): Promise<{ made: () => number; letGo: () => void; fail: () => void }> {
  let count = 0;
  let end: (how: "go" | "fail") => void = () => undefined;
  const ended = new Promise<"go" | "fail">((resolve) => (end = resolve));
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    count += 1;
    return (await ended) === "go" ? route.continue() : route.abort();
  });
  return { made: () => count, letGo: () => end("go"), fail: () => end("fail") };
}

describe("a form while it is sent", () => {
  it("keeps the focus on its button, also after a failure, and sends once", async ({ pages, site }) => {
    const { investor } = await createDeposit(site);
    const { page } = await open(pages, "deposits");
    const dialog = await openRow(page, investor, /^Approve/);
    const call = await holdRequest(page, `${DEPOSITS}/*/approve`);
    await press(dialog, "Approve deposit");
    const sending = dialog.getByRole("button", { name: "Approving..." });
    await sending.waitFor();
    expect([await readFocus(page), await sending.isDisabled()]).toEqual(["Approving...", true]);
    await page.keyboard.press("Enter");
    await sending.click({ force: true });
    await dialog.getByLabel("Transaction hash (optional)").press("Enter");
    await sending.focus();
    call.fail();
    await expectToast(page, "Error", "Failed to approve deposit");
    expect([await readFocus(page), call.made()]).toEqual(["Approve deposit", 1]);
  });
});

describe("a dialog", () => {
  it("closes on Escape or a click outside when it is empty", async ({ pages, site }) => {
    const { investor } = await createDeposit(site);
    const { page } = await open(pages, "deposits");
    for (const leave of [() => page.keyboard.press("Escape"), () => page.mouse.click(5, 450)]) {
      const dialog = await openRow(page, investor, /^Approve/);
      await leave();
      await dialog.waitFor({ state: "detached" });
    }
  });

  it("asks before it discards what was entered", async ({ pages, site }) => {
    const { investor } = await createDeposit(site);
    const { page } = await open(pages, "deposits");
    const dialog = await openRow(page, investor, /^Approve/);
    const hash = dialog.getByLabel("Transaction hash (optional)");
    const warning = dialog.getByText("Your entries will be lost.");
    await hash.fill("TX-1");
    await page.mouse.click(5, 450);
    await page.mouse.click(5, 450);
    await warning.waitFor();
    expect(await hash.inputValue()).toBe("TX-1");
    await expectAccessible(page, "admin-entry-at-risk");
    await hash.press("2");
    await warning.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await warning.waitFor();
    expect(await hash.inputValue()).toBe("TX-12");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    // Close and Back discard the entry at once.
    await openRow(page, investor, /^Approve/);
    await hash.fill("TX-1");
    await press(dialog, "Close");
    await dialog.waitFor({ state: "detached" });
    // An entry discarded with Back does not cause another warning.
    await findRow(page, investor).click();
    await press(dialog, "Approve");
    await hash.fill("TX-1");
    await press(dialog, "Back");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  it("focuses its first field, or Cancel when it has no field", async ({ pages }) => {
    const opened = await pages.openAdmin("/admin/administrators");
    const { page } = opened;
    await press(page, /^Appoint administrator/);
    await expect.poll(() => readFocus(page)).toBe("Email");
    await pages.close(opened);

    const paused = await pages.openAdmin("/admin/operations");
    await press(paused.page.getByRole("row").nth(1), /^Pause/);
    await expect.poll(() => readFocus(paused.page)).toBe("Reason");
    // Enter adds a line, and Ctrl+Enter submits.
    await press(dialogOf(paused.page), "Pause bot");
    await dialogOf(paused.page).getByText("Please give a reason").waitFor();
    expect(await readFocus(paused.page)).toBe("Reason");
    await paused.page.keyboard.type("Looked at");
    await paused.page.keyboard.press("Enter");
    await paused.page.keyboard.type("by two of us");
    await paused.page.keyboard.press("Control+Enter");
    await dialogOf(paused.page).waitFor({ state: "detached" });
    await press(paused.page.getByRole("row").nth(1), /^Resume/);
    await expect.poll(() => readFocus(paused.page)).toBe("Cancel");
  });

  it("keeps its buttons clear of toasts", async ({ pages, site, picture }) => {
    const client = await submitDocuments(site, picture);
    const { page } = await open(pages, "verifications");
    const dialog = await openRow(page, client, /^Review/);
    await expect.poll(() => readFocus(page)).toMatch(/^Front of the document/);
    await press(dialog, "Reject");
    await expectToast(page, "Error", messages.rejectionReasonMissing);
    const said = await page.locator(".toast-place").boundingBox();
    const buttons = await dialog.getByRole("button", { name: "Reject" }).boundingBox();
    expect((said?.y ?? 900) + (said?.height ?? 0)).toBeLessThan(buttons?.y ?? 0);
    // Screen readers read the error with the field.
    expect(await readFocus(page)).toBe("Rejection reason");
    const field = dialog.getByLabel("Rejection reason");
    const described = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
    expect(await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).innerText()))).toContainEqual(
      expect.stringContaining(messages.rejectionReasonMissing),
    );
    // A chosen reason counts as an entry.
    await press(dialog, "Blurred");
    await page.mouse.click(5, 450);
    await dialog.getByText("Your entries will be lost.").waitFor();
  });

  it("draws no partial divider", async ({ pages, site }) => {
    const investor = await createWithdrawal(site);
    const opened = await open(pages, "withdrawals");
    const dialog = await openRow(opened.page, investor, /^Reject/);
    const rule = () =>
      dialog
        .locator("[data-actions]")
        .evaluate((each: unknown) => (globalThis as unknown as Styled).getComputedStyle(each).borderTopWidth);
    expect(await rule()).toBe("0px");
    await opened.page.setViewportSize({ width: 768, height: 900 });
    expect(await rule()).toBe("1px");
  });
});

interface Styled {
  getComputedStyle: (element: unknown) => { borderTopWidth: string };
}

describe("documents in a review", () => {
  it("can be approved only after every picture has loaded", async ({ pages, site, picture }) => {
    const client = await submitDocuments(site, picture);
    const { page } = await open(pages, "verifications");
    await page.route("**/images/back?*", (route) => route.abort());
    const dialog = await openRow(page, client, /^Review/);
    const front = dialog.getByRole("img", { name: "Front of the document" });
    const isLoaded = () => front.evaluate((each: unknown) => (each as { complete: boolean }).complete);
    await expect.poll(isLoaded).toBe(true);
    await press(dialog, "Show the back");
    await dialog.getByText("This image could not be loaded.").waitFor();
    const approve = dialog.getByRole("button", { name: "Approve" });
    expect([await approve.getAttribute("aria-disabled"), await approve.getAttribute("title")]).toEqual([
      "true",
      "View all images first",
    ]);
    await approve.click({ force: true });
    expect(await dialog.getByRole("button", { name: "Reject" }).isEnabled()).toBe(true);
    await page.unroute("**/images/back?*");
    await press(dialog, "Try again");
    await expect.poll(() => approve.getAttribute("aria-disabled")).toBe(null);
    await approve.click();
    await expectToast(page, "Success", "The verification was approved.");
  });

  it("say that a side is missing, and can be approved without it", async ({ pages, site, picture }) => {
    const client = await submitDocuments(site, picture, "one");
    const opened = await open(pages, "verifications");
    const dialog = await openRow(opened.page, client, /^Review/);
    await dialog.getByText("No back image").waitFor();
    await expect.poll(() => dialog.getByRole("button", { name: "Approve" }).getAttribute("aria-disabled")).toBe(null);
  });
});

describe("a decision", () => {
  it("made by the same administrator elsewhere is described as their own", async ({ pages, site, picture }) => {
    const client = await submitDocuments(site, picture);
    const path = `${VERIFICATIONS}?user=${client.userId}&limit=1`;
    const { items } = await callApi<{ items: AdminVerification[] }>(site.test.admin, "GET", path);
    const { page } = await open(pages, "verifications");
    const dialog = await openRow(page, client, /^Review/);
    await withStaleList(page, VERIFICATIONS, async () => {
      await callApi(site.test.admin, "POST", `${VERIFICATIONS}/${items[0]?.id}/review`, { status: "approved" });
    });
    await dialog.getByText("You already decided this elsewhere").waitFor();
    await dialog.getByText(/^Approved by you .* Nothing was done twice/).waitFor();
    expect(await dialog.getByText("the response was lost").count()).toBe(0);
  });

  it("shows no preview for an invalid amount", async ({ pages, site }) => {
    const { investor, id } = await createDeposit(site, "250");
    const { page } = await open(pages, "deposits");
    const dialog = await openRow(page, investor, /^Approve/);
    const figures = dialog.getByRole("row", { name: /^Balance/ });
    const received = dialog.getByLabel("Received amount (USD, optional)");
    await expect.poll(() => figures.innerText()).toMatch(/\$0\.00\s+\$250\.00/);
    for (const wrong of ["0", "-5", "abc", "1.005"]) {
      await received.fill(wrong);
      await dialog.getByText("Enter a valid amount to see a preview.").waitFor();
      expect(await figures.count()).toBe(0);
      await press(dialog, "Approve deposit");
      await dialog.getByText("Please enter the amount that was received").last().waitFor();
    }
    await received.fill("");
    await figures.waitFor();
    const { items } = await callApi<{ items: AdminDeposit[] }>(site.test.admin, "GET", `${DEPOSITS}?search=${id}`);
    expect(items[0]).toMatchObject({ status: "pending" });
  });
});
