import { messages, type AdminVerification } from "@wazi/contracts";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataUrl, phonePicture } from "../../apps/server/src/features/verification/sample-pictures.ts";
import { cutOff, closePage, expectToast, look, made, press, type SignedInPage } from "../harness/investor-page.ts";
import { expectOnlyClose, openAdmin, rowOf, unseen } from "../harness/admin-page.ts";
import { launchBrowser, NO_BROWSER } from "../harness/browser.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";
import { adminAccount, type TestClient } from "../harness/test-app.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";
const VERIFICATIONS = "/api/admin/verifications";

let served: ServedScriptedBots;
let browser: Browser;
/** A second administrator. */
let jane: TestClient;
let picture: Buffer;

beforeAll(async () => {
  if (NO_BROWSER) return;
  served = await serveScriptedBots({ FOUR_EYES_ABOVE: "500" });
  browser = await launchBrowser();
  jane = await served.test.administrator("full", { firstName: "Jane", lastName: "Doe" });
  picture = await phonePicture(1_800, 1_200);
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  expect(await served.test.differences()).toEqual([]);
  await served.stop();
});

/** Somebody whose documents wait. */
async function submitted(): Promise<TestClient> {
  const client = await served.test.signUp();
  const front = dataUrl("jpeg", picture);
  const form = { documentType: "id_card", documentNumber: "A-77", frontImageUrl: front, backImageUrl: front };
  await made(client, "POST", "/api/verification/submit", form);
  return client;
}

async function latestOf(client: TestClient): Promise<AdminVerification> {
  const path = `${VERIFICATIONS}?user=${client.userId}&limit=1`;
  const { items } = await made<{ items: AdminVerification[] }>(served.test.admin, "GET", path);
  const [latest] = items;
  if (!latest) throw new Error("nothing was submitted");
  return latest;
}

const openReviews = (client?: TestClient): Promise<SignedInPage> =>
  openAdmin(browser, served, "/admin?tab=verifications", client);

async function review(page: Page, client: TestClient): Promise<Locator> {
  await rowOf(page, client)
    .getByRole("button", { name: /^Review/ })
    .click();
  const dialog = page.getByRole("dialog");
  for (const side of ["Front", "Back"]) {
    const image = dialog.getByRole("img", { name: `${side} of the document` });
    await expect
      .poll(() => image.evaluate((each: unknown) => (each as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
  }
  return dialog;
}

/** How a picture is shown: zoomed, moved and turned. */
const shown = (dialog: Locator, side: "front" | "back"): Promise<string> =>
  dialog
    .getByTestId(`picture-${side}`)
    .getByRole("img")
    .evaluate((each: unknown) => (each as { style: { transform: string } }).style.transform);

const scaleOf = async (dialog: Locator, side: "front" | "back"): Promise<number> =>
  Number(/scale\(([\d.]+)\)/.exec(await shown(dialog, side))?.[1]);

describe("the pictures of a document", () => {
  it.skipIf(NO_BROWSER !== "")(`stand side by side, and are zoomed, moved and turned${TITLE}`, async () => {
    const client = await submitted();
    const opened = await openReviews();
    const { page } = opened;
    const dialog = await review(page, client);
    await look(page, "admin-review");
    const [front, back] = [dialog.getByTestId("picture-front"), dialog.getByTestId("picture-back")];
    const places = [await front.boundingBox(), await back.boundingBox()];
    expect(places[0]?.y).toBe(places[1]?.y);

    await press(dialog, "Zoom into the front");
    await press(dialog, "Zoom into the front");
    expect(await scaleOf(dialog, "front")).toBeCloseTo(2.25);
    expect(await scaleOf(dialog, "back")).toBe(1);
    await dialog.getByText("225 %").waitFor();
    await press(dialog, "Turn the front by a quarter");
    expect(await shown(dialog, "front")).toContain("rotate(90deg)");
    await dialog.getByText("225 %, 90°").waitFor();
    await press(dialog, "Zoom out of the front");
    await press(dialog, "Show all of the front");
    expect(await shown(dialog, "front")).toBe("translate(0px, 0px) rotate(0deg) scale(1)");

    const box = places[0];
    if (!box) throw new Error("no picture");
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, -400);
    await expect.poll(() => scaleOf(dialog, "front")).toBeGreaterThan(2);
    await page.mouse.down();
    await page.mouse.move(middle.x + 30, middle.y + 20, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => shown(dialog, "front")).toMatch(/^translate\(30px, 20(\.\d+)?px\)/);
    await page.mouse.dblclick(middle.x, middle.y);
    await expect.poll(() => scaleOf(dialog, "front")).toBe(1);
    await page.mouse.dblclick(middle.x, middle.y);
    expect(await scaleOf(dialog, "front")).toBe(2.5);
    await look(page, "admin-review-zoomed");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`obey keys alone, and lie one below the other on a phone${TITLE}`, async () => {
    const client = await submitted();
    const opened = await openReviews();
    const { page } = opened;
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
    const tops = await Promise.all([dialog.getByTestId("picture-front"), back].map((each) => each.boundingBox()));
    expect(tops[1]?.y).toBeGreaterThan((tops[0]?.y ?? 0) + 100);
    expect(
      await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    ).toBeLessThanOrEqual(0);
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`are kept nowhere: each look sends for them again${TITLE}`, async () => {
    const client = await submitted();
    const opened = await openReviews();
    const { page } = opened;
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
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`say so where they can't be loaded, and can be asked for again${TITLE}`, async () => {
    const client = await submitted();
    const opened = await openReviews();
    const { page } = opened;
    await page.route("**/images/front?*", (route) => route.abort());
    await rowOf(page, client)
      .getByRole("button", { name: /^Review/ })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("This image could not be loaded.").waitFor();
    await page.unroute("**/images/front?*");
    await press(dialog, "Try again");
    await dialog.getByRole("img", { name: "Front of the document" }).waitFor();
    await closePage(opened);
  });
});

describe("a review", () => {
  it.skipIf(NO_BROWSER !== "")(
    `compares with what they said of themselves, and ends with a reason${TITLE}`,
    async () => {
      const client = await submitted();
      const opened = await openReviews();
      const { page } = opened;
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
      expect(reason).toMatch(/^The picture is blurred/);
      await cutOff(page, `${VERIFICATIONS}/*/review`, "POST", async () => {
        await press(dialog, "Reject");
        await expectToast(page, "Error", "Failed to review verification");
      });
      expect(await field.inputValue()).toBe(reason);
      await press(dialog, "Reject");
      await expectToast(page, "Success", "The verification was rejected.");
      expect(await latestOf(client)).toMatchObject({ status: "rejected", rejectionReason: reason });
      await rowOf(page, client).click();
      await dialog.getByText(/^Rejected by you/).waitFor();
      await dialog.getByText(reason).waitFor();
      await expectOnlyCloseOfReview(dialog);
      await closePage(opened);
    },
  );

  it.skipIf(NO_BROWSER !== "")(`that another administrator ends meanwhile is not ended twice${TITLE}`, async () => {
    const client = await submitted();
    const { id } = await latestOf(client);
    const opened = await openReviews();
    const { page } = opened;
    const dialog = await review(page, client);
    await dialog.getByLabel("Rejection reason").fill("The corner is missing.");
    await unseen(page, VERIFICATIONS, async () => {
      await made(jane, "POST", `${VERIFICATIONS}/${id}/review`, { status: "approved" });
      await press(dialog, "Reject");
      await dialog
        .getByText(/^This verification is no longer pending: it was approved by Jane Doe at .* UTC$/)
        .waitFor();
    });
    await dialog.getByText("Somebody was quicker").waitFor();
    await dialog.getByText(/^Approved by Jane Doe/).waitFor();
    expect(await dialog.getByLabel("Rejection reason").inputValue()).toBe("The corner is missing.");
    await look(page, "admin-review-overtaken");
    await expectOnlyCloseOfReview(dialog);
    expect(await latestOf(client)).toMatchObject({ status: "approved", rejectionReason: null });
    await closePage(opened);
  });
});

/** Besides the pictures' own buttons. */
async function expectOnlyCloseOfReview(dialog: Locator): Promise<void> {
  expect(await dialog.getByRole("button", { name: /^(Approve|Reject)$/ }).count()).toBe(0);
  await dialog.getByText("Close", { exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

describe("an administrator's role", () => {
  it.skipIf(NO_BROWSER !== "")(`decides what can be pressed, and says why not${TITLE}`, async () => {
    const reader = await served.test.administrator("read-only", { firstName: "Rita", lastName: "Osei" });
    const money = await served.test.administrator("money", { firstName: "Musa", lastName: "Bello" });
    const client = await submitted();
    const rich = await served.test.funded("300");
    const payout = { amount: "100", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
    await made(rich, "POST", "/api/user/withdrawals", payout);

    const reading = await openAdmin(browser, served, "/admin?tab=withdrawals", reader);
    const dialog = reading.page.getByRole("dialog");
    await rowOf(reading.page, rich).click();
    await dialog.getByText("Needs money rights to decide on it.").waitFor();
    await look(reading.page, "admin-withdrawal-read-only");
    await expectOnlyClose(dialog);
    const edit = reading.page.getByRole("button", { name: "Edit gas fee settings" });
    expect([await edit.getAttribute("aria-disabled"), await edit.getAttribute("title")]).toEqual([
      "true",
      "Needs full rights",
    ]);
    await closePage(reading);

    const paying = await openReviews(money);
    await rowOf(paying.page, client).click();
    await paying.page.getByRole("dialog").getByText("Needs full rights to decide on it.").waitFor();
    await expectOnlyCloseOfReview(paying.page.getByRole("dialog"));
    await closePage(paying);
  });

  it.skipIf(NO_BROWSER !== "")(
    `counts for what they have confirmed, as it is at the moment of paying${TITLE}`,
    async () => {
      const musa = await served.test.administrator("money", { firstName: "Musa", lastName: "Bello" });
      const rich = await served.test.funded("900");
      const payout = { amount: "800", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
      const { id } = await made<{ id: string }>(rich, "POST", "/api/user/withdrawals", payout);
      const [amount, destination] = ["800.00", "M-Pesa Kenya +254712345678"];
      await made(musa, "POST", `/api/admin/withdrawals/${id}/confirm`, { amount, destination });
      const giveRole = (role: string): Promise<unknown> =>
        made(served.test.admin, "POST", `/api/admin/administrators/${musa.userId}/role`, {
          role,
          password: adminAccount.password,
        });
      const opened = await openAdmin(browser, served, "/admin?tab=withdrawals", jane);
      const { page } = opened;
      const dialog = page.getByRole("dialog");
      await rowOf(page, rich)
        .getByRole("button", { name: /^Complete/ })
        .click();
      await dialog.getByLabel("Transaction hash (optional)").fill("PAID-800");
      await unseen(page, "/api/admin/withdrawals", async () => {
        await giveRole("read-only");
        await press(dialog, "Complete withdrawal");
        await dialog
          .getByText(/Musa Bello confirmed it, and may no longer settle withdrawals/)
          .first()
          .waitFor();
        await giveRole("money");
        // The refusal was an answer for good: pressed again, it is a request of its own.
        await press(dialog, "Complete withdrawal");
        await expectToast(page, "Success", "The withdrawal is processed.");
      });
      await closePage(opened);
    },
  );
});
