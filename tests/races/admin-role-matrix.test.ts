import { adminRoles, allCalls, type AdminRole, type Call } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

const everyRole = ["read-only", "money", "full"] as const;

/** Every call of the back office, with the roles that may make it. It refuses all others. */
const letsIn: Readonly<Record<string, readonly AdminRole[]>> = {
  "GET /api/admin/adjustments": everyRole,
  "POST /api/admin/adjustments/:id/approve": ["money", "full"],
  "POST /api/admin/adjustments/:id/reject": ["money", "full"],
  "POST /api/admin/adjustments/:id/withdraw": ["money", "full"],
  "GET /api/admin/administrators": everyRole,
  "POST /api/admin/administrators": ["full"],
  "POST /api/admin/administrators/:id/reset-password": ["full"],
  "POST /api/admin/administrators/:id/role": ["full"],
  "POST /api/admin/administrators/:id/revoke": ["full"],
  "GET /api/admin/audit": everyRole,
  "POST /api/admin/bots/:id/pause": ["full"],
  "POST /api/admin/bots/:id/resume": ["full"],
  "GET /api/admin/deposit-payments": everyRole,
  "POST /api/admin/deposit-payments/:id/decide": ["money", "full"],
  "POST /api/admin/mpesa-reports/:report/decide": ["money", "full"],
  "GET /api/admin/chain-payouts": everyRole,
  "POST /api/admin/chain-networks/:network/prepare": ["money", "full"],
  "POST /api/admin/chain-batches/:batch/export": ["money", "full"],
  "POST /api/admin/chain-batches/:batch/import": ["money", "full"],
  "POST /api/admin/chain-batches/:batch/accept-fee": ["money", "full"],
  "POST /api/admin/chain-batches/:batch/discard": ["money", "full"],
  "POST /api/admin/chain-transfers/:transfer/raise-fee": ["money", "full"],
  "GET /api/admin/deposits": everyRole,
  "GET /api/admin/deposits.csv": everyRole,
  "POST /api/admin/deposits/:id/approve": ["money", "full"],
  "POST /api/admin/deposits/:id/late-credit": ["money", "full"],
  "POST /api/admin/mails/:id/resend": ["full"],
  "GET /api/admin/money-flows": everyRole,
  "POST /api/admin/local-rates": ["money", "full"],
  "GET /api/admin/operations": everyRole,
  "GET /api/admin/payouts": everyRole,
  "POST /api/admin/payouts/:id/resolve": ["money", "full"],
  "POST /api/admin/payout-rails/:rail/resume": ["money", "full"],
  "POST /api/admin/payout-rails/:rail/stop": ["money", "full"],
  "POST /api/admin/payout-reviews/:review/decide": ["money", "full"],
  "GET /api/admin/overview": everyRole,
  "GET /api/admin/rail-statements": everyRole,
  "POST /api/admin/rail-statements": ["money", "full"],
  "POST /api/admin/rail-statements/charges": ["money", "full"],
  "POST /api/admin/rail-statements/charges/:id/decide": ["money", "full"],
  "POST /api/admin/rail-statements/decisions": ["money", "full"],
  "POST /api/admin/rail-statements/decisions/:id/approve": ["money", "full"],
  "POST /api/admin/rail-statements/decisions/:id/decline": ["money", "full"],
  "POST /api/admin/rail-statements/preview": ["money", "full"],
  "POST /api/admin/reconciliations": ["full"],
  "POST /api/admin/settings": ["full"],
  "GET /api/admin/users": everyRole,
  "GET /api/admin/users.csv": everyRole,
  "DELETE /api/admin/users/:id": ["full"],
  "GET /api/admin/users/:id": everyRole,
  "POST /api/admin/users/:id/activate": ["full"],
  "POST /api/admin/users/:id/balance": ["money", "full"],
  "POST /api/admin/users/:id/balance/preview": ["money", "full"],
  "POST /api/admin/users/:id/deactivate": ["full"],
  "POST /api/admin/users/:id/kyc": ["full"],
  "GET /api/admin/users/:id/movements": everyRole,
  "GET /api/admin/users/:id/sessions": everyRole,
  "POST /api/admin/users/:id/second-factors/remove": ["full"],
  "POST /api/admin/users/:id/sessions/:session/end": ["full"],
  "POST /api/admin/users/:id/sessions/end": ["full"],
  "POST /api/admin/users/:id/unfreeze": ["full"],
  "GET /api/admin/verifications": everyRole,
  "GET /api/admin/verifications.csv": everyRole,
  "POST /api/admin/verifications/:id/review": ["full"],
  "GET /api/admin/withdrawals": everyRole,
  "GET /api/admin/withdrawals.csv": everyRole,
  "DELETE /api/admin/withdrawals/:id": ["money", "full"],
  "POST /api/admin/withdrawals/:id/approve": ["money", "full"],
  "POST /api/admin/withdrawals/:id/confirm": ["money", "full"],
  "POST /api/admin/withdrawals/:id/release": ["money", "full"],
};

const adminCalls = allCalls.filter(({ permission }) => permission === "admin");
const formatCall = ({ method, path }: Call): string => `${method} ${path}`;

let test: TestApp;
const clients = {} as Record<AdminRole, TestClient>;

beforeAll(async () => {
  test = await startTestApp();
  for (const role of adminRoles) clients[role] = await test.administrator(role);
});
afterAll(() => test.close());

/** Uses unknown ids and an empty body, so that an allowed call changes no data. */
async function isLetIn(role: AdminRole, { method, path }: Call): Promise<boolean> {
  const url = path.replace(/:(id|session)/g, "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e");
  const { status, body } = await clients[role].call(method, url, method === "GET" ? undefined : {});
  const refused = body as { code?: string; message?: string } | undefined;
  expect(status).not.toBe(401);
  expect(status).toBeLessThan(500);
  if (status !== 403) return true;
  expect(refused?.code).toBe("FORBIDDEN");
  expect(refused?.message).toMatch(
    new RegExp(`^This needs an administrator with the role (money or )?full\\. Yours is ${role}\\.$`),
  );
  return false;
}

describe("administrator roles", () => {
  it("are listed for every call of the back office", () => {
    expect(Object.keys(letsIn).sort()).toEqual(adminCalls.map(formatCall).sort());
  });

  it.each(adminRoles)("allow %s exactly the calls of the table", { tags: ["S33"] }, async (role) => {
    const found: Record<string, boolean> = {};
    for (const call of adminCalls) found[formatCall(call)] = await isLetIn(role, call);
    const expected = Object.fromEntries(Object.entries(letsIn).map(([name, roles]) => [name, roles.includes(role)]));
    expect(found).toEqual(expected);
  });

  it("need a specific right for every change", () => {
    const changing = adminCalls.filter(({ method }) => method !== "GET");
    expect(changing.filter(({ right }) => right === undefined)).toEqual([]);
    expect(adminCalls.filter(({ method, right }) => method === "GET" && right !== undefined)).toEqual([]);
    expect(allCalls.filter(({ permission, right }) => permission !== "admin" && right !== undefined)).toEqual([]);
  });

  it("allow investors nothing in the back office, and every administrator all investor calls", async () => {
    const investor = await test.signUp();
    for (const call of adminCalls) {
      const url = call.path.replace(/:(id|session)/g, test.admin.userId);
      const { status, body } = await investor.call(call.method, url, call.method === "GET" ? undefined : {});
      expect([formatCall(call), status, (body as { message: string }).message]).toEqual([
        formatCall(call),
        403,
        "Access Denied: You do not have admin privileges",
      ]);
    }
    for (const role of adminRoles) {
      const answer = await clients[role].call("POST", "/api/user/deposits", {
        amount: "100",
        currency: "USDT",
        network: "TRC20",
      });
      expect([role, answer.status]).toEqual([role, 201]);
    }
  });
});
