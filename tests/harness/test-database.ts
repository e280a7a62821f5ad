import { randomUUID } from "node:crypto";
import { openPool } from "../../apps/server/src/db/pool.ts";
import { inject } from "vitest";
import { TEMPLATE_DATABASE, withDatabase } from "./database-setup.ts";

export interface TestDatabase {
  /** Superuser's, to a database of its own that holds what the migrations made and nothing else. */
  readonly url: string;
  /** Ends whatever is still connected, and removes it. */
  drop(): Promise<void>;
}

/** A fresh copy of the migrated template; one per test file is enough, and files then don't see each other. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const maintenanceUrl = inject("maintenanceUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runOnce(maintenanceUrl, `create database ${name} template ${TEMPLATE_DATABASE}`);
  return {
    url: withDatabase(maintenanceUrl, name),
    drop: () => runOnce(maintenanceUrl, `drop database ${name} with (force)`),
  };
}

async function runOnce(url: string, statement: string): Promise<void> {
  const sql = openPool(url, { max: 1, role: null });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
