import { randomUUID } from "node:crypto";
import { openPool } from "../../apps/server/src/db/pool.ts";
import { inject } from "vitest";
import { TEMPLATE_DATABASE, withDatabase } from "./database-setup.ts";

export interface TestDatabase {
  /** A new database with the migrated schema, as superuser. */
  readonly url: string;
  /** Closes all connections and drops the database. */
  drop(): Promise<void>;
}

/** Clones the migrated template. One clone for each test file keeps files independent. */
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
