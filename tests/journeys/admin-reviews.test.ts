import { messages, type AdminVerification } from "@wazi/contracts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { toDataUrl, createPhonePicture } from "../../apps/server/src/people/documents/sample-pictures.ts";
import type { WatchedPage } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import {
  press,
  findRow,
  expectToast,
  expectOnlyClose,
  expectAccessible,
  abortRequests,
  withStaleList,
  callApi,
} from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import { adminAccount, type TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest
  .extend("settings", { scope: "file" }, () => ({ ADMIN_ALONE_DAILY_LIMIT: "5000" }))
  .extend("jane", { scope: "file" }, ({ site }) =>
    site.test.administrator("full", { firstName: "Jane", lastName: "Doe" }),
  )
  .extend("picture", { scope: "file" }, () => createPhonePicture(1_800, 1_200));

const VERIFICATIONS = "/api/admin/verifications";

/** Creates an investor with pending documents. */
async function submitDocuments(site: TestSite, picture: Buffer): Promise<TestClient> {
  const client = await site.test.signUp();
  const front = toDataUrl("jpeg", picture);
  const form = { documentType: "id_card", documentNumber: "A-77", frontImageUrl: front, backImageUrl: front };
  await callApi(client, "POST", "/api/verification/submit", form);
  return client;
}

async function readLatest(site: TestSite, client: TestClient): Promise<AdminVerification> {
  const path = `${VERIFICATIONS}?user=${client.userId}&limit=1`;
  const { items } = await callApi<{ items: AdminVerification[] }>(site.test.admin, "GET", path);
  const [latest] = items;
  if (!latest) throw new Error("nothing was submitted");
  return latest;
}

const openReviews = (pages: Pages, client?: TestClient): Promise<WatchedPage> =>
  pages.openAdmin("/admin?tab=verifications", { client });

async function review(page: Page, client: TestClient): Promise<Locator> {
  await findRow(page, client)
    .getByRole("button", { name: /^Review/ })
    .click();
  const dialog = page.getByRole("dialog");
  for (const side of ["Front", "Back"]) {
    await press(dialog, `Show the ${side.toLowerCase()}`);
    const image = dialog.getByRole("img", { name: `${side} of the document` });
    await expect
      .poll(() => image.evaluate((each: unknown) => (each as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
  }
  return dialog;
}

/** The zoom, position and rotation of a picture. */
const shown = (dialog: Locator, side: "front" | "back"): Promise<string> =>
  dialog
    .getByTestId(`picture-${side}`)
    .getByRole("img")
    .evaluate((each: unknown) => (each as { style: { transform: string } }).style.transform);

const scaleOf = async (dialog: Locator, side: "front" | "back"): Promise<number> =>
  Number(/scale\(([\d.]+)\)/.exec(await shown(dialog, side))?.[1]);

describe("the pictures of a document", () => {
  it("are shown one at a time and can be zoomed, moved and rotated", async ({ pages, site, picture }) => {
    const client = await submitDocuments(site, picture);
    const { page } = await openReviews(pages);
    const dialog = await review(page, client);
    await expectAccessible(page, "admin-review");
    expect(await dialog.getByTestId("picture-front").count()).toBe(0);
    await press(dialog, "Show the front");
    expect(await dialog.getByTestId("picture-back").count()).toBe(0);

    await press(dialog, "Zoom in on the front");
    await press(dialog, "Zoom in on the front");
    expect(await scaleOf(dialog, "front")).toBeCloseTo(2.25);
    await dialog.getByText("225 %").waitFor();
    await press(dialog, "Rotate the front");
    expect(await shown(dialog, "front")).toContain("rotate(90deg)");
    await dialog.getByText("225 %, 90°").waitFor();
    await press(dialog, "Zoom out of the front");
    await press(dialog, "Reset the view of the front");
    expect(await shown(dialog, "front")).toBe("translate(0px, 0px) rotate(0deg) scale(1)");

    const box = await dialog.getByTestId("picture-front").boundingBox();
    if (!box) throw new Error("no picture");
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, -400);
    await expect.poll(() => scaleOf(dialog, "front")).toBeGreaterThan(2);
    await page.mouse.down();
    await page.mouse.move(middle.x + 30, middle.y + 20, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => shown(dialog, "front")).toMatch(/^translate\(30(\.\d+)?px, 20(\.\d+)?px\)/);
    await page.mouse.dblclick(middle.x, middle.y);
    await expect.poll(() => scaleOf(dialog, "front")).toBe(1);
    await page.mouse.dblclick(middle.x, middle.y);
    expect(await scaleOf(dialog, "front")).toBe(2.5);
    await expectAccessible(page, "admin-review-zoomed");
  });

  it("are controlled by keyboard, and fit a phone", async ({ pages, site, picture }) => {
    const client = await submitDocuments(site, picture);
    const { page } = await openReviews(pages);
    const dialog = await review(page, client);
    const back = dialog.getByTestId("picture-back");
    await back.focus();
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.keyboard.press("ArrowRight");
    expect(await shown(dialog, "back")).toBe("translate(-40px, 0px) rotate(0deg) scale(2.25)");
    await page.keyboard.press("-");
    await page.keyboard.press("r");
    expect(await shown(dialog, "back")).toContain("rotate(90deg)");
    await page.keyboard.press("0");
    expect(await shown(dialog, "back")).toBe("translate(0px, 0px) rotate(0deg) scale(1)");
    await page.setViewportSize({ width: 360, height: 780 });
    expect(
      await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    ).toBeLessThanOrEqual(0);
  });

  it("are never cached", async ({ pages, site, picture }) => {
    const client = await submitDocuments(site, picture);
    const { page } = await openReviews(pages);
    const answers: (string | undefined)[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/images/")) answers.push(response.headers()["cache-control"]);
    });
    for (const looks of [1, 2]) {
      const dialog = await review(page, client);
      await expect.poll(() => answers.length).toBe(2 * looks);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    expect(answers.map((each) => each?.includes("no-store"))).toEqual([true, true, true, true]);
    expect(await page.evaluate("caches.keys()")).toEqual([]);
  });

  it("of decided documents need a reason, which their owner reads", async ({ pages, site, picture }) => {
    const client = await submitDocuments(site, picture);
    const { id } = await readLatest(site, client);
    await callApi(site.test.admin, "POST", `${VERIFICATIONS}/${id}/review`, { status: "approved" });
    const { page } = await openReviews(pages);
    await findRow(page, client).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason for looking").waitFor();
    expect(await dialog.getByRole("img").count()).toBe(0);
    await dialog.getByLabel("Reason for looking").selectOption("An authority asked for them");
    await dialog.getByRole("img", { name: "Front of the document" }).waitFor();
    await expectAccessible(page, "admin-review-reason");
    const owner = await pages.openAs(client, "/profile");
    await owner.page.getByText("Reason: An authority asked for them").waitFor();
    await expectAccessible(owner.page, "profile-acts");
  });

  it("can be requested again after a failure", async ({ pages, site, picture }) => {
    const client = await submitDocuments(site, picture);
    const { page } = await openReviews(pages);
    await page.route("**/images/front?*", (route) => route.abort());
    await findRow(page, client)
      .getByRole("button", { name: /^Review/ })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("This image could not be loaded.").waitFor();
    await page.unroute("**/images/front?*");
    await press(dialog, "Try again");
    await dialog.getByRole("img", { name: "Front of the document" }).waitFor();
  });
});

describe("a review", () => {
  it("compares the documents with the profile, and rejects with a reason", async ({ pages, site, picture }) => {
    const client = await submitDocuments(site, picture);
    const { page } = await openReviews(pages);
    const dialog = await review(page, client);
    await dialog.getByText(/^17 May 1990, \d+ years old$/).waitFor();
    await dialog.getByText("Kenya", { exact: true }).waitFor();
    await dialog.getByText("A-77", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Copy number" }).waitFor();
    await press(dialog, "Reject");
    await expectToast(page, "Error", messages.rejectionReasonMissing);
    await press(dialog, "Blurred");
    const field = dialog.getByLabel("Rejection reason");
    const reason = await field.inputValue();
    expect(reason).toMatch(/^The photo is blurred/);
    await abortRequests(page, `${VERIFICATIONS}/*/review`, "POST", async () => {
      await press(dialog, "Reject");
      await expectToast(page, "Error", "Failed to review verification");
    });
    expect(await field.inputValue()).toBe(reason);
    await press(dialog, "Reject");
    await expectToast(page, "Success", "The verification was rejected.");
    expect(await readLatest(site, client)).toMatchObject({ status: "rejected", rejectionReason: reason });
    await findRow(page, client).click();
    await dialog.getByText(/^Rejected by you/).waitFor();
    await dialog.getByText(reason).waitFor();
    await expectOnlyCloseInReview(dialog);
  });

  it("cannot be decided twice when another administrator was faster", async ({ pages, site, jane, picture }) => {
    const client = await submitDocuments(site, picture);
    const { id } = await readLatest(site, client);
    const { page } = await openReviews(pages);
    const dialog = await review(page, client);
    await dialog.getByLabel("Rejection reason").fill("The corner is missing.");
    await withStaleList(page, VERIFICATIONS, async () => {
      await callApi(jane, "POST", `${VERIFICATIONS}/${id}/review`, { status: "approved" });
      await press(dialog, "Reject");
      await dialog
        .getByText(/^This verification is no longer pending: it was approved by Jane Doe at .* UTC$/)
        .waitFor();
    });
    await dialog.getByText("Someone else already decided").waitFor();
    await dialog.getByText(/^Approved by Jane Doe/).waitFor();
    expect(await dialog.getByLabel("Rejection reason").inputValue()).toBe("The corner is missing.");
    await expectAccessible(page, "admin-review-overtaken");
    await expectOnlyCloseInReview(dialog);
    expect(await readLatest(site, client)).toMatchObject({ status: "approved", rejectionReason: null });
  });
});

/** Ignores the buttons of the pictures. */
async function expectOnlyCloseInReview(dialog: Locator): Promise<void> {
  expect(await dialog.getByRole("button", { name: /^(Approve|Reject)$/ }).count()).toBe(0);
  await dialog.getByText("Close", { exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

describe("the role of an administrator", () => {
  it("disables actions and says why", async ({ pages, site, picture }) => {
    const reader = await site.test.administrator("read-only", { firstName: "Rita", lastName: "Osei" });
    const money = await site.test.administrator("money", { firstName: "Musa", lastName: "Bello" });
    const client = await submitDocuments(site, picture);
    const rich = await site.test.funded("300");
    const payout = { amount: "100", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
    await callApi(rich, "POST", "/api/user/withdrawals", payout);

    const reading = await pages.openAdmin("/admin?tab=withdrawals", { client: reader });
    const dialog = reading.page.getByRole("dialog");
    await findRow(reading.page, rich).click();
    await dialog.getByText("Requires money access.").waitFor();
    await expectAccessible(reading.page, "admin-withdrawal-read-only");
    await expectOnlyClose(dialog);
    const edit = reading.page.getByRole("button", { name: "Edit gas fee settings" });
    expect([await edit.getAttribute("aria-disabled"), await edit.getAttribute("title")]).toEqual([
      "true",
      "Requires full access",
    ]);
    await pages.close(reading);

    const paying = await openReviews(pages, money);
    await findRow(paying.page, client).click();
    await paying.page.getByRole("dialog").getByText("Requires full access.").waitFor();
    await expectOnlyCloseInReview(paying.page.getByRole("dialog"));
  });

  it("counts for a confirmation at the time of payment", async ({ pages, site, jane }) => {
    const musa = await site.test.administrator("money", { firstName: "Musa", lastName: "Bello" });
    const omar = await site.test.administrator("money", { firstName: "Omar", lastName: "Sall" });
    const rich = await site.test.funded("6000");
    const payout = { amount: "5500", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
    const { id } = await callApi<{ id: string }>(rich, "POST", "/api/user/withdrawals", payout);
    const [amount, destination] = ["5500.00", "M-Pesa Kenya +254712345678"];
    const confirm = (by: TestClient): Promise<unknown> =>
      callApi(by, "POST", `/api/admin/withdrawals/${id}/confirm`, { amount, destination });
    await confirm(musa);
    const { page } = await pages.openAdmin("/admin?tab=withdrawals", { client: jane });
    const dialog = page.getByRole("dialog");
    await findRow(page, rich)
      .getByRole("button", { name: /^Complete/ })
      .click();
    await dialog.getByLabel("Transaction hash (optional)").fill("PAID-800");
    await withStaleList(page, "/api/admin/withdrawals", async () => {
      await callApi(site.test.admin, "POST", `/api/admin/administrators/${musa.userId}/role`, {
        role: "read-only",
        password: adminAccount.password,
      });
      await press(dialog, "Complete withdrawal");
      await dialog
        .getByText(/Musa Bello confirmed it but may no longer settle withdrawals/)
        .first()
        .waitFor();
      await confirm(omar);
      // The first request was refused for good, so pressing again sends a new one.
      await press(dialog, "Complete withdrawal");
      await expectToast(page, "Success", "The withdrawal is processed.");
    });
  });
});
