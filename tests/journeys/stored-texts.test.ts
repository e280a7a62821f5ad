import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openPool, type Sql, type Tx } from "../../apps/server/src/platform/db/pool.ts";
import { browserTest } from "../harness/browser-test.ts";
import { changeHistory } from "../harness/change-history.ts";
import { startWithdrawal } from "../harness/money-calls.ts";
import { fillLists } from "../harness/record-list.ts";
import { PLANTED, storedTexts } from "../harness/stored-texts.ts";
import type { TestClient } from "../harness/test-app.ts";
import type { TestSite } from "../harness/test-site.ts";

const it = browserTest.extend("lists", { scope: "file", auto: true }, ({ site }) => fillLists(site));

/** All texts in one, where a column takes it, and one that fits into 60 characters. */
const ALL = storedTexts.join(" ");
const SHORT = `"><img src=x data-${PLANTED} onerror=${PLANTED}=1>`;

/** Columns that show what people, administrators, files and providers wrote. */
const columns: Readonly<Record<string, readonly [column: string, length: number][]>> = {
  withdrawals: [
    ["bank_name", Infinity],
    ["account_name", Infinity],
    ["destination_address", Infinity],
    ["phone_number", 32],
    ["notes", 500],
    ["transaction_hash", Infinity],
  ],
  deposits: [["transaction_hash", Infinity]],
  verifications: [["document_number", 64]],
  payout_addresses: [["destination", Infinity]],
  passkeys: [["name", 60]],
  sessions: [["user_agent", 300]],
  ledger_transactions: [["reason", Infinity]],
  trading_bots: [["description", Infinity]],
  adjustments: [
    ["reason", 500],
    ["note", 500],
  ],
  bot_pauses: [["reason", 500]],
  mail_outbox: [["last_error", 500]],
  feed_troubles: [["message", Infinity]],
  security_hold_overrides: [["reason", 500]],
};

/** Rows of kinds that the seed does not make, and the texts in all rows. */
async function plant({ test }: TestSite, investor: TestClient): Promise<void> {
  // Every row of some tables changes, which may take a busy disk longer than a request may last.
  const owner: Sql = openPool(test.database.url, { max: 1, role: null, statementTimeoutMs: 0, queryTimeoutMs: 0 });
  const [user, admin] = [investor.userId, test.admin.userId];
  await owner`
    insert into passkeys (id, user_id, rp_id, credential_id, public_key, sign_count, transports, name, is_synced, created_at)
    values (gen_random_uuid(), ${user}, 'localhost', 'x', decode('00', 'hex'), 0, '{}', 'Key', false, now())`;
  await owner`
    insert into payout_addresses (id, user_id, withdrawal_type, destination, added_at, usable_from)
    values (gen_random_uuid(), ${user}, 'bank', 'somewhere', now(), now())`;
  await owner`
    insert into bot_pauses (bot_id, reason, paused_by, paused_at)
    select bot_id, 'x', ${admin}, now() from pools limit 1`;
  await owner`
    insert into feed_troubles (feed, symbol, kind, message) values ('simulated', ${SHORT}, 'gap', 'x')`;
  await owner`update mail_outbox set failed_at = now(), last_error = 'x' where user_id = ${user}`;
  await owner`
    insert into adjustments (id, kind, user_id, before, after, counted, reason, status, asked_by, asked_at, expires_at, version)
    values (gen_random_uuid(), 'account', ${user}, '{"balance": "0.00", "totalInvested": "0.00", "totalProfit": "0.00"}',
      '{"balance": "5.00", "totalInvested": "0.00", "totalProfit": "0.00"}', 5, 'x', 'pending', ${admin}, now(),
      now() + interval '1 day', 1)`;
  await changeHistory(owner, (tx) => plantColumns(tx));
  await owner`
    update users u set first_name = left(p.texts[1 + n % ${storedTexts.length}], 100),
      last_name = ${SHORT}, deactivation_reason = ${ALL.slice(0, 1_000)}, phone = ${SHORT.slice(0, 32)}, country = ${SHORT}
    from (select id, row_number() over (order by id) as n, ${storedTexts}::text[] as texts from users) p where u.id = p.id`;
  await changeHistory(owner, (tx) =>
    tx.unsafe(`
      update audit_log set before = coalesce(before, '{}') || '{"reason": "\\"><img src=x data-planted onerror=planted=1>"}',
        after = coalesce(after, '{}') || '{"notes": "\\"><svg data-planted onload=planted=1>"}'`),
  );
  await owner.end();
}

async function plantColumns(tx: Tx): Promise<void> {
  await tx`update verifications set rejection_reason = ${ALL.slice(0, 500)} where status = 'rejected'`;
  for (const [table, ofTable] of Object.entries(columns)) {
    for (const [column, length] of ofTable) {
      const text = length <= 64 ? SHORT.slice(0, length) : ALL.slice(0, length);
      // Hashes of transactions differ from each other.
      const unlike = length === Infinity ? "|| ctid::text" : "";
      await tx`update ${tx.raw(table)} set ${tx.raw(column)} = ${text}::text ${tx.raw(unlike)}`;
    }
  }
}

/** Finds elements that a text has become on the page. */
const findElements = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll(
    "[data-${PLANTED}], iframe, object, embed, base, [href^='javascript:' i], [action*='evil'], [src='x'], [onerror], [onload], [ontoggle]"
  )].map((each) => each.outerHTML).concat("${PLANTED}" in window ? ["a script ran"] : [])`);

it("stored texts are text on every screen", { tags: ["S41"], timeout: 300_000 }, async ({ pages, site }) => {
  const investor = await site.test.funded("500");
  await startWithdrawal(investor, "20");
  const adjusted = { balance: "500", reason: "x" };
  await site.test.admin.call("POST", `/api/admin/users/${investor.userId}/balance`, adjusted);
  const own = await pages.openAs(investor, "/cookies");
  await plant(site, investor);
  const admin = await pages.openAdmin("/cookies");
  const user = `/admin/users/${investor.userId}`;
  const visits: readonly [page: Page, paths: readonly string[]][] = [
    [
      own.page,
      ["/dashboard", "/bots", "/history", "/statement", "/profile", "/deposit", "/withdrawal", "/verification"],
    ],
    [
      admin.page,
      [
        ...["users", "deposits", "withdrawals", "verifications", "adjustments"].map((tab) => `/admin?tab=${tab}`),
        ...["/admin/operations", "/admin/audit", "/admin/administrators", user],
        ...["movements", "sessions", "audit"].map((section) => `${user}?section=${section}`),
      ],
    ],
  ];
  const dialogs: string[] = [];
  let shown = 0;
  for (const [page, paths] of visits) {
    page.on("dialog", (dialog) => (dialogs.push(dialog.message()), dialog.dismiss()));
    for (const path of paths) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      expect(await findElements(page), path).toEqual([]);
      if ((await page.locator("body").innerText()).includes(PLANTED)) shown += 1;
    }
  }
  // The texts are there to be seen; fewer would mean that they were lost on the way.
  expect(shown).toBeGreaterThanOrEqual(12);
  await admin.page.goto("/admin?tab=withdrawals&status=pending");
  await admin.page
    .getByRole("button", { name: /^Review|^Complete/ })
    .first()
    .click();
  await admin.page.getByRole("dialog").waitFor();
  expect(await findElements(admin.page)).toEqual([]);
  expect(dialogs).toEqual([]);
});
