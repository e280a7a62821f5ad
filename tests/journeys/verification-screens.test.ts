import { MAX_IMAGE_BYTES, messages } from "@wazi/contracts";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import {
  toDataUrl,
  readPictureInfo,
  createPhonePicture,
} from "../../apps/server/src/people/documents/sample-pictures.ts";
import type { WatchedPage } from "../harness/browser.ts";
import { browserTest } from "../harness/browser-test.ts";
import { press, expectToast, expectAccessible, expectToFit, abortRequests } from "../harness/page-actions.ts";
import type { Pages } from "../harness/pages.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest;

const FRONT = "Front image: choose a file";

const openAdmin = (pages: Pages): Promise<WatchedPage> => pages.openAdmin("/admin?tab=users");

async function choose(page: Page, name: string, buffer: Buffer, mimeType = "image/jpeg"): Promise<void> {
  await page.getByLabel(name).setInputFiles({ name: "document", mimeType, buffer });
}

const picture = (): Promise<Buffer> => createPhonePicture(3_000, 2_000);

async function submit(page: Page): Promise<void> {
  await page.getByLabel("Document type").selectOption("passport");
  await choose(page, FRONT, await picture());
  await page.getByRole("img", { name: "Front image, as it will be sent" }).waitFor();
  await press(page, "Submit for Verification");
  await expectToast(page, "Verification Submitted");
}

/** Submits documents through the API. */
async function submitDocuments(site: TestSite): Promise<TestClient> {
  const client = await site.test.signUp();
  const front = toDataUrl("jpeg", await picture());
  const form = { documentType: "id_card", documentNumber: "A-77", frontImageUrl: front, backImageUrl: front };
  expect((await client.call("POST", "/api/verification/submit", form)).status).toBe(201);
  return client;
}

describe("the verification page", () => {
  it("validates the documents", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), "/verification");
    await page.getByText("Not submitted", { exact: true }).waitFor();
    await page.getByText("by a person; no time promised").first().waitFor();
    await expectAccessible(page, "verification-empty");
    await press(page, "Submit for Verification");
    await expectToast(page, "Error", messages.documentsMissing);
    await page.getByLabel("Document type").selectOption("drivers_license");
    await press(page, "Submit for Verification");
    await expectToast(page, "Error", messages.documentsMissing);
    await choose(page, FRONT, Buffer.alloc(MAX_IMAGE_BYTES + 1));
    await expectToast(page, "Error", messages.imageTooLarge);
    await choose(page, FRONT, Buffer.from("no picture at all"));
    await expectToast(page, "Error", messages.imageUnreadable);
    expect(await page.getByText("up to 10 MB").count()).toBe(2);
    await expectAccessible(page, "verification-refused");
    const camera = page.getByLabel("Front image: take a photo");
    expect(await camera.getAttribute("capture")).toBe("environment");
    expect(await camera.getAttribute("accept")).toBe("image/jpeg,image/png,image/webp");
  });

  it("sends a small upright JPEG and shows it as pending", async ({ pages, site }) => {
    const client = await site.test.signUp();
    const { page } = await pages.openAs(client, "/verification");
    const sent = page.waitForRequest("**/api/verification/submit");
    await page.getByLabel("Document number (optional)").fill("P-1234");
    await submit(page);
    const { frontImageUrl } = (await sent).postDataJSON() as { frontImageUrl: string };
    expect(frontImageUrl).toMatch(/^data:image\/jpeg;base64,/);
    const image = await readPictureInfo(Buffer.from(frontImageUrl.split(",")[1] ?? "", "base64"));
    expect(image).toMatchObject({ format: "jpeg", width: 800, height: 1_200 });
    // Rotated by 90 degrees: the left side is now at the top.
    const [red = 0, , blue = 255] = image.top;
    expect([red > 200, blue < 60]).toEqual([true, true]);
    await page.getByText("Pending", { exact: true }).waitFor();
    await page.getByText("P-1234").waitFor();
    expect(await page.getByLabel("Document type").count()).toBe(0);
    await expectAccessible(page, "verification-pending");
  });

  it("says when sending failed, and keeps the chosen files", async ({ pages, site }) => {
    const { page } = await pages.openAs(await site.test.signUp(), "/verification");
    await page.getByLabel("Document type").selectOption("passport");
    await choose(page, FRONT, await picture());
    await page.getByRole("img", { name: "Front image, as it will be sent" }).waitFor();
    await abortRequests(page, "/api/verification/submit", "POST", async () => {
      await press(page, "Submit for Verification");
      await expectToast(page, "Submission Failed", "Failed to submit verification.");
    });
    await expectAccessible(page, "verification-failed");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/verification/submit", async (route) => {
      await held;
      await route.continue();
    });
    await press(page, "Submit for Verification");
    await page.getByRole("progressbar", { name: "Upload" }).waitFor();
    expect(await page.getByRole("button", { name: "Submitting..." }).isDisabled()).toBe(true);
    await expectAccessible(page, "verification-sending");
    release();
    await expectToast(page, "Verification Submitted");
  });

  it("announces a decision once, with its reason", async ({ pages, site }) => {
    const client = await submitDocuments(site);
    const { page } = await pages.openAs(client, "/verification");
    await page.getByText("Pending", { exact: true }).waitFor();
    const admin = await openAdmin(pages);
    await admin.page.getByRole("tab", { name: /Verifications/ }).click();
    const row = admin.page.getByRole("row").filter({ hasText: client.email });
    await expectAccessible(admin.page, "admin-verifications");
    await row.getByRole("button", { name: /^Review/ }).click();
    const dialog = admin.page.getByRole("dialog");
    for (const side of ["Front", "Back"]) {
      await press(dialog, `Show the ${side.toLowerCase()}`);
      const image = dialog.getByRole("img", { name: `${side} of the document` });
      await expect
        .poll(() => image.evaluate((each: unknown) => (each as { naturalWidth: number }).naturalWidth))
        .toBeGreaterThan(0);
    }
    await press(dialog, "Reject");
    await expectToast(admin.page, "Error", messages.rejectionReasonMissing);
    await expectAccessible(admin.page, "admin-review");
    await dialog.getByLabel("Rejection reason").fill("The picture is blurred.");
    const told = page.locator(".toast-place > div").filter({ hasText: "Verification Rejected" });
    const seen = told.filter({ hasText: "The picture is blurred." }).waitFor();
    await press(dialog, "Reject");
    await expectToast(admin.page, "Success", "The verification was rejected.");
    await seen;
    await page.getByRole("main").getByText("The picture is blurred.").waitFor();
    await expectAccessible(page, "verification-rejected");
    await page.reload();
    await page.getByRole("main").getByText("The picture is blurred.").waitFor();
    expect(await page.getByText("Verification Rejected").count()).toBe(0);
    await submit(page);

    await admin.page.getByRole("tab", { name: /Users/ }).click();
    await admin.page.getByRole("tab", { name: /Verifications/ }).click();
    await row
      .getByRole("button", { name: /^Review/ })
      .first()
      .click();
    await press(admin.page.getByRole("dialog"), "Approve");
    await expectToast(admin.page, "Success", "The verification was approved.");
    await page.locator(".toast-place").getByText("Verification Approved!").waitFor();
    await page.getByText("Your identity is verified", { exact: true }).waitFor();
    await expectAccessible(page, "verification-approved");
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await page.waitForURL("**/dashboard");
  });

  it("has a text for a rejection without a reason", async ({ pages, site }) => {
    const client = await site.test.signUp();
    await site.test.admin.call("POST", `/api/admin/users/${client.userId}/kyc`, { kycStatus: "rejected" });
    const opened = await pages.openAs(client, "/dashboard");
    await expectToast(
      opened.page,
      "Verification Rejected",
      "Your verification was rejected. Please submit again with clear documents.",
    );
  });
});

describe("the back office", () => {
  it("fits a phone and a small screen", async ({ pages }) => {
    const { page } = await openAdmin(pages);
    await page.setViewportSize({ width: 360, height: 900 });
    await page.getByRole("tab", { name: /Verifications/ }).click();
    await page.getByRole("heading", { name: "Gas fee settings" }).waitFor();
    await expectToFit(page, [1_024, 360], "Verifications");
  });
});
