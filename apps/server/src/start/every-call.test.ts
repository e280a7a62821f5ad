import { allCalls, type Call } from "@wazi/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorOf } from "../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../tests/harness/test-app.ts";
import { findUnansweredCalls, findUndeclaredRoutes } from "../platform/http/route-inventory.ts";

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const UNKNOWN_ID = "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e";

function make(client: TestClient, { method, path }: Call, headers = {}): Promise<TestAnswer> {
  return client.call(method, path.replace(":id", UNKNOWN_ID), method === "GET" ? undefined : {}, headers);
}

test("every route is a call of the contract and every call has a route", () => {
  expect(findUndeclaredRoutes(server.app)).toEqual([]);
  expect(findUnansweredCalls(server.app)).toEqual([]);
});

test("every call that is not public answers 401 without a session", async () => {
  for (const call of allCalls.filter(({ permission }) => permission !== "public")) {
    const answer = await make(server.visitor(), call);
    expect([call.path, answer.status, errorOf(answer).code]).toEqual([call.path, 401, "UNAUTHENTICATED"]);
  }
});

test("every administrator call answers 403 to other users with the exact message", async () => {
  const investor = await server.signUp();
  for (const call of allCalls.filter(({ permission }) => permission === "admin")) {
    const answer = await make(investor, call);
    expect([call.path, answer.status, errorOf(answer).message]).toEqual([
      call.path,
      403,
      "Access Denied: You do not have admin privileges",
    ]);
  }
});

test("every call that moves money refuses requests from another site first", async () => {
  for (const call of allCalls.filter(({ movesMoney }) => movesMoney)) {
    const answer = await make(server.admin, call, { origin: "https://elsewhere.example" });
    expect([call.path, answer.status]).toEqual([call.path, 403]);
  }
});
