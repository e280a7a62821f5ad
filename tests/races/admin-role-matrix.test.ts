import { adminRoles, allCalls, type AdminRight, type AdminRole, type Call } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

const everyRole = ["support", "read-only", "money", "full"] as const;

/** The roles that may make a call of the back office, by the right of its definition. It refuses all others. */
const letsIn: Readonly<Record<AdminRight | "reading", readonly AdminRole[]>> = {
  reading: ["read-only", "money", "full"],
  people: everyRole,
  money: ["money", "full"],
  manage: ["full"],
  freeze: ["support", "money", "full"],
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
    new RegExp(
      `^This needs an administrator with the role ((support|read-only) or )?(money or )?full\\. Yours is ${role}\\.$`,
    ),
  );
  return false;
}

describe("administrator roles", () => {
  it.each(adminRoles)("allow %s exactly the calls of its rights", { tags: ["S33"] }, async (role) => {
    const found: Record<string, boolean> = {};
    for (const call of adminCalls) found[formatCall(call)] = await isLetIn(role, call);
    const expected = Object.fromEntries(
      adminCalls.map((call) => [formatCall(call), letsIn[call.right ?? "reading"].includes(role)]),
    );
    expect(found).toEqual(expected);
  });

  it("need a specific right for every change", () => {
    const changing = adminCalls.filter(({ method }) => method !== "GET");
    expect(changing.filter(({ right }) => right === undefined)).toEqual([]);
    const reading = adminCalls.filter(({ method }) => method === "GET");
    expect(reading.filter(({ right }) => right !== undefined && right !== "people")).toEqual([]);
    expect(changing.filter(({ right }) => right === "people")).toEqual([]);
  });

  it("let support see people and their requests, and nothing else", { tags: ["S33"] }, () => {
    const letIn = adminCalls.filter(({ right }) => letsIn[right ?? "reading"].includes("support"));
    expect(letIn.map(formatCall).sort()).toEqual([
      "GET /api/admin/deposits",
      "GET /api/admin/overview",
      "GET /api/admin/users",
      "GET /api/admin/users/:id",
      "GET /api/admin/users/:id/movements",
      "GET /api/admin/users/:id/sessions",
      "GET /api/admin/verifications",
      "GET /api/admin/withdrawals",
      "POST /api/admin/users/:id/freeze",
    ]);
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
