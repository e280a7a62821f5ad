import { allCalls, type Call, type Permission } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deactivateInvestor } from "../harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

type Role = "visitor" | "investor" | "deactivated" | "admin";

let test: TestApp;
const clients = {} as Record<Role, TestClient>;

beforeAll(async () => {
  test = await startTestApp();
  clients.visitor = test.visitor();
  clients.investor = await test.signUp();
  clients.deactivated = await test.signUp();
  await deactivateInvestor(test.admin, clients.deactivated.userId);
  // Deactivation ends their sessions. They can sign in again to read and to withdraw.
  const { email } = clients.deactivated;
  const back = await clients.deactivated.call("POST", "/api/auth/signin", { email, password: "Correct-h0rse!" });
  expect(back.status).toBe(200);
  clients.admin = test.admin;
});
afterAll(() => test.close());

/** The users that each permission allows. Others must sign in, or get a refusal or a restriction. */
const expected: Record<Permission, Record<Role, "in" | "UNAUTHENTICATED" | "FORBIDDEN" | "RESTRICTED">> = {
  public: { visitor: "in", investor: "in", deactivated: "in", admin: "in" },
  "signed-in": { visitor: "UNAUTHENTICATED", investor: "in", deactivated: "in", admin: "in" },
  investor: { visitor: "UNAUTHENTICATED", investor: "in", deactivated: "RESTRICTED", admin: "in" },
  admin: { visitor: "UNAUTHENTICATED", investor: "FORBIDDEN", deactivated: "FORBIDDEN", admin: "in" },
};
const roles: readonly Role[] = ["visitor", "investor", "deactivated", "admin"];
const refusals: ReadonlySet<unknown> = new Set(["UNAUTHENTICATED", "FORBIDDEN", "RESTRICTED"]);

/** Uses an unknown id and an empty body, so that an allowed call changes no data. */
async function tryCall(role: Role, { method, path }: Call): Promise<{ status: number; code: unknown }> {
  const url = path.replace(/:(id|session)/g, "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e").replace(":side", "front");
  const { status, body } = await clients[role].call(method, url, method === "GET" ? undefined : {});
  return { status, code: (body as { code?: unknown } | undefined)?.code ?? null };
}

describe("permissions", () => {
  it("are those of the contract, for every call and every role", { tags: ["S29"] }, async () => {
    const matrix: string[] = [];
    const calls = allCalls.filter(({ path }) => path !== "/api/auth/signout");
    for (const call of calls) {
      const answers = await Promise.all(roles.map((role) => tryCall(role, call)));
      matrix.push(
        `${call.method} ${call.path} | ${call.permission} | ${answers.map(({ status }) => status).join(" | ")}`,
      );
      for (const [index, role] of roles.entries()) {
        const { code, status } = answers[index]!;
        expect(status).toBeLessThan(500);
        const got = refusals.has(code) ? code : "in";
        expect([call.method, call.path, role, got]).toEqual([
          call.method,
          call.path,
          role,
          expected[call.permission][role],
        ]);
      }
    }
    console.info(`call | permission | ${roles.join(" | ")}\n${matrix.join("\n")}`);
  });
});
