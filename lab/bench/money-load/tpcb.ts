import type { Sql } from "../../../apps/server/src/platform/db/pool.ts";

const BRANCHES = 32;
const TELLERS_EACH = 10;
const ACCOUNTS_EACH = 10_000;
const MAX_DELTA = 5_000;

/** Creates the tables of TPC-B and its transaction as one function. */
export async function createTpcb(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create table tpcb_branches (id integer primary key, balance integer not null);
    create table tpcb_tellers (id integer primary key, branch_id integer not null, balance integer not null);
    create table tpcb_accounts (id integer primary key, branch_id integer not null, balance integer not null, filler char(84));
    create table tpcb_history (teller_id integer, branch_id integer, account_id integer, delta integer, at timestamptz);
    insert into tpcb_branches select n, 0 from generate_series(1, ${BRANCHES}) n;
    insert into tpcb_tellers select n, 1 + (n - 1) / ${TELLERS_EACH}, 0 from generate_series(1, ${BRANCHES * TELLERS_EACH}) n;
    insert into tpcb_accounts select n, 1 + (n - 1) / ${ACCOUNTS_EACH}, 0, '' from generate_series(1, ${BRANCHES * ACCOUNTS_EACH}) n;
    analyze tpcb_branches; analyze tpcb_tellers; analyze tpcb_accounts;
    create function tpcb(account integer, teller integer, branch integer, amount integer) returns integer language plpgsql as $$
    declare
      result integer;
    begin
      update tpcb_accounts set balance = balance + amount where id = account;
      select balance into result from tpcb_accounts where id = account;
      update tpcb_tellers set balance = balance + amount where id = teller;
      update tpcb_branches set balance = balance + amount where id = branch;
      insert into tpcb_history values (teller, branch, account, amount, clock_timestamp());
      return result;
    end $$;`);
}

const pick = (count: number): number => 1 + Math.floor(Math.random() * count);

/** Runs the transaction from many callers for some seconds. Returns transactions per second. */
export async function runTpcb(sql: Sql, options: { callers: number; seconds: number }): Promise<number> {
  const startedAt = performance.now();
  const until = startedAt + options.seconds * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: options.callers }, async () => {
      while (performance.now() < until) {
        const [account, teller, branch] = [
          pick(BRANCHES * ACCOUNTS_EACH),
          pick(BRANCHES * TELLERS_EACH),
          pick(BRANCHES),
        ];
        await sql`select tpcb(${account}, ${teller}, ${branch}, ${pick(MAX_DELTA)})`;
        done += 1;
      }
    }),
  );
  return (done / (performance.now() - startedAt)) * 1_000;
}
