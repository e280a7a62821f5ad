import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { expect, test } from "vitest";
import { createTestDatabase } from "../harness/test-database.ts";

test("databases cloned at the same time work and are separate", async () => {
  const clones = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  const [one, two, three] = clones.map(({ url }) => openPool(url, { max: 1, role: null }));
  await one!`create table only_here (id int)`;
  await expect(two!`select * from only_here`).rejects.toThrow("does not exist");
  expect(await three!`select lower('ÄÉ') as lower`).toEqual([{ lower: "äé" }]);
  await Promise.all([one!.end(), two!.end(), three!.end()]);
  await Promise.all(clones.map((clone) => clone.drop()));
});
