import { describe, expect } from "vitest";
import { expectToFit, findViolations } from "../harness/page-actions.ts";
import { startedWaziTest } from "../harness/browser-test.ts";
import { adminAccount } from "../harness/test-app.ts";
import type { WatchedPage } from "../harness/browser.ts";
import { byDepth } from "../harness/test-depth.ts";

const it = startedWaziTest.extend("settings", { scope: "file" }, () => ({ MARKET_SEED: "1" }));

async function signIn({ page }: WatchedPage): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Email", { exact: true }).fill(adminAccount.email);
  await page.getByLabel("Password", { exact: true }).fill(adminAccount.password);
  await page.getByRole("button", { name: /sign in/i }).click();
  await page.getByRole("heading", { name: "Back office" }).waitFor();
}

const visits = [
  { path: "/", heading: /Money you/ },
  { path: "/signup", heading: /account/i },
  { path: "/signin", heading: /sign in/i },
  { path: "/status", heading: "Response times" },
  { path: "/security", heading: "Security" },
  { path: "/disclaimer", heading: "Disclaimer" },
  { path: "/cookies", heading: "Cookie Policy" },
  { path: "/how-to-read", heading: "How to read this" },
  { path: "/help", heading: "Help" },
  { path: "/fees", heading: "Fees" },
  { path: "/how-wazi-earns", heading: "How Wazi makes money" },
  { path: "/offline", heading: "You are offline" },
  { path: "/nowhere", heading: "Page Not Found" },
  { path: "/dashboard", heading: /^Welcome/, signedIn: true },
  { path: "/bots", heading: "Bots", signedIn: true },
  { path: "/history", heading: "Trade history", signedIn: true },
  { path: "/statement", heading: "Statement", signedIn: true },
  { path: "/profile", heading: "Profile", signedIn: true },
  { path: "/notifications", heading: "Notifications", signedIn: true },
  { path: "/money", heading: "Money", signedIn: true },
  { path: "/compare", heading: "Compare bots", signedIn: true },
  { path: "/deposit", heading: /deposit/i, signedIn: true },
  { path: "/withdrawal", heading: /withdraw/i, signedIn: true },
  { path: "/verification", heading: "Verification", signedIn: true },
  { path: "/admin", heading: "Back office", signedIn: true },
  { path: "/admin/operations", heading: "Bots", signedIn: true },
  { path: "/admin/money", heading: "Now", signedIn: true },
  { path: "/admin/payouts", heading: "Rails", signedIn: true },
  { path: "/admin/audit", heading: "Audit log", signedIn: true },
  { path: "/admin/administrators", heading: "Roles", signedIn: true },
];

const DESKTOP = { width: 1_440, themes: ["light"] } as const;
const PHONE = { width: 360, themes: ["dark"] } as const;
/** In CI each page is seen once: on a phone, where it overflows first, and in one theme after the other. */
const screens = byDepth<readonly { width: number; themes: readonly ("dark" | "light")[] }[]>({
  ci: [{ width: 360, themes: ["dark", "light"] }],
  long: [DESKTOP, PHONE],
});

/** The page is not loaded again for these. */
const otherWidths = byDepth({ ci: [768, 1_280], long: [320, 480, 640, 768, 900, 1_024, 1_280, 1_366, 1_536, 1_920] });

describe.each(screens)("at $width pixels, in the theme $themes, and resized", ({ width, themes }) => {
  it("has no accessibility violations and no horizontal overflow on any page", async ({ pages }) => {
    const watched = await pages.openVisitor({ width });
    const { page } = watched;
    for (const [index, { path, heading, signedIn }] of visits.entries()) {
      if (signedIn && (await page.context().cookies()).length === 0) await signIn(watched);
      await page.emulateMedia({ colorScheme: themes[index % themes.length]! });
      await page.goto(path);
      await page.getByRole("heading", { name: heading }).first().waitFor();
      expect(await findViolations(page), path).toEqual([]);
      await expectToFit(page, [...otherWidths, width], path);
    }
    expect(watched.complaints.filter((complaint) => !complaint.includes("404"))).toEqual([]);
  });
});
