import { expect } from "vitest";
import { migrate, missingMigrations } from "../../apps/server/src/platform/db/migrate.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { sharedDatabaseTest as test } from "../harness/process-test.ts";
import { byDepth } from "../harness/test-depth.ts";

/** A migration of a large table. With as many rows as at night it takes longer than a statement may. */

const AUDIT_ROWS = byDepth({ ci: 20_000, long: 1_000_000 });
/** Hashes each row three times and writes two rows for it. */
const LATER = {
  name: "9999-log-earlier-entries.sql",
  text: `
    insert into audit_nonces (audit_id, kept, texts, address) select id, log_nonce(), log_nonce(), log_nonce() from audit_log;
    insert into log_outbox (kind, subject, leaf)
    select 'audit', a.id::text, jsonb_build_object('type', 'audit', 'id', a.id::text,
      'kept', log_hash(n.kept, audit_kept_part(a.id, a.actor_id, a.action, a.subject_type, a.subject_id, a.happened_at, a.before, a.after)),
      'texts', log_hash(n.texts, jsonb_build_array(a.before, a.after)::text),
      'address', log_hash(n.address, coalesce(a.address, '')))::text
    from audit_log a join audit_nonces n on n.audit_id = a.id order by a.id`,
};

/** Audit rows without their leaves, indexes and words, which take a minute to write and are not what an upgrade waits for. */
async function createEarlierSchema(url: string): Promise<void> {
  await migrate(url);
  const sql = openPool(url, { max: 1, role: null, statementTimeoutMs: 0, queryTimeoutMs: 0 });
  await sql.begin(async (tx) => {
    await tx.unsafe(`
      do $$ declare each record; begin
        for each in select indexrelid::regclass as name from pg_index
          where indrelid = 'audit_log'::regclass and not indisprimary loop
          execute format('drop index %s', each.name);
        end loop;
      end $$;
      alter table audit_log alter column words drop expression;
      set local session_replication_role = replica;
      insert into audit_log (action, subject_type, subject_id, address)
      select 'user.sign-in', 'user', gen_random_uuid()::text, '192.0.2.1' from generate_series(1, ${AUDIT_ROWS});
      update schema_migrations set checksum = 'earlier' where name like 'functions/%'`);
  });
  await sql.end();
}

test(`an upgrade of a database with ${AUDIT_ROWS} audit rows finishes and loses none`, async ({ database }) => {
  await createEarlierSchema(database.url);
  const lines: string[] = [];
  const note = (fields: object, message: string): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const startedAt = performance.now();
  const files = await migrate(database.url, { info: note, warn: note }, { further: [LATER] });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  expect(files).toContain(LATER.name);
  expect(files).toContain("functions/door.sql");
  expect(lines.some((line) => line.startsWith("migrated ") && line.includes(LATER.name))).toBe(true);
  const sql = openPool(database.url, { max: 1 });
  expect(await missingMigrations(sql)).toEqual([]);
  expect(
    await sql`select (select count(*) from audit_log)::int as rows, (select count(*) from log_outbox)::int as leaves`,
  ).toEqual([{ rows: AUDIT_ROWS, leaves: AUDIT_ROWS }]);
  await sql.end();
  process.stdout.write(`${files.length} files on ${AUDIT_ROWS} audit rows took ${seconds} s\n`);
});
