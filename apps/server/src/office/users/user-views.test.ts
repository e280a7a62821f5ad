import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let reader: TestClient;

beforeAll(async () => {
  test = await startTestApp();
  reader = await test.administrator("read-only");
});
afterAll(() => test.close());

const viewsOf = (userId: string): Promise<object[]> => test.sql<object[]>`
  select actor_id as by, action from audit_log where subject_id = ${userId} and action like 'user.view%' order by id`;

it(
  "reading a person's page and movements is in the audit log, once in ten minutes for each administrator",
  { tags: ["S65"] },
  async () => {
    const investor = await test.funded("100");
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([
        reader.call("GET", `/api/admin/users/${investor.userId}`),
        reader.call("GET", `/api/admin/users/${investor.userId}/movements`),
      ]);
    }
    await test.admin.call("GET", `/api/admin/users/${investor.userId}`);
    const views = await viewsOf(investor.userId);
    expect(views).toHaveLength(3);
    expect(views).toEqual(
      expect.arrayContaining([
        { by: reader.userId, action: "user.view" },
        { by: reader.userId, action: "user.view-movements" },
        { by: test.admin.userId, action: "user.view" },
      ]),
    );
  },
);

it("a page that is not found leaves no view", async () => {
  expect((await reader.call("GET", `/api/admin/users/${test.admin.userId}`)).status).toBe(404);
  expect(await viewsOf(test.admin.userId)).toEqual([]);
});
