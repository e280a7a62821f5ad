import { MAX_IMAGE_BYTES, messages } from "@wazi/contracts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataUrl, examine, phonePicture } from "../../apps/server/src/features/verification/sample-pictures.ts";
import { launchBrowser, NO_BROWSER } from "../harness/browser.ts";
import { closePage, cutOff, expectToast, look, openAs, press, type SignedInPage } from "../harness/investor-page.ts";
import { serveScriptedBots, type ServedScriptedBots } from "../harness/served-scripted-bots.ts";
import type { TestClient } from "../harness/test-app.ts";

const TITLE = NO_BROWSER ? ` (skipped: ${NO_BROWSER})` : "";
const adminAccount = { email: "admin@wazi.local", password: "Admin-passw0rd!" };
const FRONT = "Front image: choose a file";
/** A decision is seen at the next reading of who is signed in. */
const SEEN_MS = 15_000;

let served: ServedScriptedBots;
let browser: Browser;

beforeAll(async () => {
  if (NO_BROWSER) return;
  served = await serveScriptedBots();
  browser = await launchBrowser();
});

afterAll(async () => {
  if (NO_BROWSER) return;
  await browser.close();
  expect(await served.test.differences()).toEqual([]);
  await served.stop();
});

const openAdmin = (): Promise<SignedInPage> =>
  openAs(browser, served, { ...served.test.admin, email: adminAccount.email }, "/admin", {
    password: adminAccount.password,
  });

async function choose(page: Page, name: string, buffer: Buffer, mimeType = "image/jpeg"): Promise<void> {
  await page.getByLabel(name).setInputFiles({ name: "document", mimeType, buffer });
}

const picture = (): Promise<Buffer> => phonePicture(3_000, 2_000);

async function submit(page: Page): Promise<void> {
  await page.getByLabel("Document type").selectOption("passport");
  await choose(page, FRONT, await picture());
  await page.getByRole("img", { name: "Front image, as it will be sent" }).waitFor();
  await press(page, "Submit for Verification");
  await expectToast(page, "Verification Submitted");
}

/** Sent without a browser. */
async function submitted(): Promise<TestClient> {
  const client = await served.test.signUp();
  const front = dataUrl("jpeg", await picture());
  const form = { documentType: "id_card", documentNumber: "A-77", frontImageUrl: front, backImageUrl: front };
  expect((await client.call("POST", "/api/verification/submit", form)).status).toBe(201);
  return client;
}

describe("the verification page", () => {
  it.skipIf(NO_BROWSER !== "")(`checks what is to be sent${TITLE}`, async () => {
    const opened = await openAs(browser, served, await served.test.signUp(), "/verification");
    const { page } = opened;
    await page.getByText("Not submitted", { exact: true }).waitFor();
    await page.getByText("by a person; no time promised").first().waitFor();
    await look(page, "verification-empty");
    await press(page, "Submit for Verification");
    await expectToast(page, "Error", messages.documentsMissing);
    await page.getByLabel("Document type").selectOption("drivers_license");
    await press(page, "Submit for Verification");
    await expectToast(page, "Error", messages.documentsMissing);
    await choose(page, FRONT, Buffer.alloc(MAX_IMAGE_BYTES + 1));
    await expectToast(page, "Error", messages.imageTooLarge);
    await choose(page, FRONT, Buffer.from("no picture at all"));
    await expectToast(page, "Error", messages.imageUnreadable);
    expect(await page.getByText("at most 10MB").count()).toBe(2);
    await look(page, "verification-refused");
    const camera = page.getByLabel("Front image: take a photo");
    expect(await camera.getAttribute("capture")).toBe("environment");
    expect(await camera.getAttribute("accept")).toBe("image/jpeg,image/png,image/webp");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`sends a small upright JPEG, and waits${TITLE}`, async () => {
    const client = await served.test.signUp();
    const opened = await openAs(browser, served, client, "/verification");
    const { page } = opened;
    const sent = page.waitForRequest("**/api/verification/submit");
    await page.getByLabel("Document number (optional)").fill("P-1234");
    await submit(page);
    const { frontImageUrl } = (await sent).postDataJSON() as { frontImageUrl: string };
    expect(frontImageUrl).toMatch(/^data:image\/jpeg;base64,/);
    const image = await examine(Buffer.from(frontImageUrl.split(",")[1] ?? "", "base64"));
    expect(image).toMatchObject({ format: "jpeg", width: 800, height: 1_200 });
    // Turned by a quarter: what lay to the left is at the top.
    const [red = 0, , blue = 255] = image.top;
    expect([red > 200, blue < 60]).toEqual([true, true]);
    await page.getByText("Pending", { exact: true }).waitFor();
    await page.getByText("P-1234").waitFor();
    expect(await page.getByLabel("Document type").count()).toBe(0);
    await look(page, "verification-pending");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`says when nothing arrived, and keeps what was chosen${TITLE}`, async () => {
    const opened = await openAs(browser, served, await served.test.signUp(), "/verification");
    const { page } = opened;
    await page.getByLabel("Document type").selectOption("passport");
    await choose(page, FRONT, await picture());
    await page.getByRole("img", { name: "Front image, as it will be sent" }).waitFor();
    await cutOff(page, "/api/verification/submit", "POST", async () => {
      await press(page, "Submit for Verification");
      await expectToast(page, "Submission Failed", "Failed to submit verification.");
    });
    await look(page, "verification-failed");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/verification/submit", async (route) => {
      await held;
      await route.continue();
    });
    await press(page, "Submit for Verification");
    await page.getByRole("progressbar", { name: "Upload" }).waitFor();
    expect(await page.getByRole("button", { name: "Submitting..." }).isDisabled()).toBe(true);
    await look(page, "verification-sending");
    release();
    await expectToast(page, "Verification Submitted");
    await closePage(opened);
  });

  it.skipIf(NO_BROWSER !== "")(`tells of a decision once, and of its reason${TITLE}`, async () => {
    const client = await submitted();
    const opened = await openAs(browser, served, client, "/verification");
    const { page } = opened;
    await page.getByText("Pending", { exact: true }).waitFor();
    const admin = await openAdmin();
    await admin.page.getByRole("tab", { name: /Verifications/ }).click();
    const row = admin.page.getByRole("row").filter({ hasText: client.email });
    await look(admin.page, "admin-verifications");
    await row.getByRole("button", { name: /^Review/ }).click();
    const dialog = admin.page.getByRole("dialog");
    for (const side of ["Front", "Back"]) {
      const image = dialog.getByRole("img", { name: `${side} of the document` });
      await expect
        .poll(() => image.evaluate((each: unknown) => (each as { naturalWidth: number }).naturalWidth))
        .toBeGreaterThan(0);
    }
    await press(dialog, "Reject");
    await expectToast(admin.page, "Error", messages.rejectionReasonMissing);
    await look(admin.page, "admin-review");
    await dialog.getByLabel("Rejection reason").fill("The picture is blurred.");
    const told = page.locator(".toast-place > div").filter({ hasText: "Verification Rejected" });
    const seen = told.filter({ hasText: "The picture is blurred." }).waitFor({ timeout: SEEN_MS });
    await press(dialog, "Reject");
    await expectToast(admin.page, "Success", "The verification was rejected.");
    await seen;
    await page.getByRole("main").getByText("The picture is blurred.").waitFor();
    await look(page, "verification-rejected");
    await page.reload();
    await page.getByRole("main").getByText("The picture is blurred.").waitFor();
    expect(await page.getByText("Verification Rejected").count()).toBe(0);
    await submit(page);

    await admin.page.getByRole("tab", { name: /Users/ }).click();
    await admin.page.getByRole("tab", { name: /Verifications/ }).click();
    await row
      .getByRole("button", { name: /^Review/ })
      .first()
      .click({ timeout: SEEN_MS });
    await press(admin.page.getByRole("dialog"), "Approve");
    await expectToast(admin.page, "Success", "The verification was approved.");
    await page.locator(".toast-place").getByText("Verification Approved!").waitFor({ timeout: SEEN_MS });
    await page.getByText("Your identity is verified", { exact: true }).waitFor();
    await look(page, "verification-approved");
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await page.waitForURL("**/dashboard");
    await closePage(opened);
    await closePage(admin);
  });

  it.skipIf(NO_BROWSER !== "")(`has words of its own for a rejection without a reason${TITLE}`, async () => {
    const client = await served.test.signUp();
    await served.test.admin.call("POST", `/api/admin/users/${client.userId}/kyc`, { kycStatus: "rejected" });
    const opened = await openAs(browser, served, client, "/dashboard");
    await expectToast(
      opened.page,
      "Verification Rejected",
      "Your verification was rejected. Please submit again with clear documents.",
    );
    await closePage(opened);
  });
});

describe("the back office", () => {
  it.skipIf(NO_BROWSER !== "").each([360, 1_024])(`fits a screen of %d pixels${TITLE}`, async (width) => {
    const opened = await openAdmin();
    const { page } = opened;
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole("tab", { name: /Verifications/ }).click();
    await page.getByRole("heading", { name: "Gas fee settings" }).waitFor();
    expect(
      await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    ).toBeLessThanOrEqual(0);
    await closePage(opened);
  });
});
