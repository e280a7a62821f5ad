import { takeSnapshot } from "../../apps/server/src/proofs/liabilities/take-snapshot.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import { readProcessorMs } from "./money-load/processor-time.ts";
import { withDatabase, type BenchDatabase } from "./serving/with-database.ts";

/** The daily snapshot of a million accounts that have their secrets: balances read, tree built, everything stored. */
const ACCOUNTS = 1_000_000;
const USERS_AT_ONCE = 50_000;
const MOST_SECONDS = 60;

/**
 * Makes the accounts in SQL, without the triggers of users and accounts, which would write a million mails and searchable texts
 * that the snapshot does not read.
 */
async function seed(sql: Sql): Promise<void> {
  for (let from = 0; from < ACCOUNTS; from += USERS_AT_ONCE) {
    await sql.begin(async (tx) => {
      await tx.unsafe("set local session_replication_role = replica; set local statement_timeout = 0");
      await tx`
        with added as (
          insert into users (email, hashed_password, first_name, last_name, phone, country, referral_code)
          select 'l' || n || '@example.com', 'x', 'Bench', 'Bench', '+254700000000', 'Kenya', 'l' || n
          from generate_series(${from + 1}::int, ${from + USERS_AT_ONCE}::int) n returning id
        ), known as (
          insert into liability_nonces (user_id, nonce) select id, log_nonce() from added
        )
        insert into ledger_accounts (code, user_id, balance)
        select 'user:' || id || ':deposit_funds', id, (10 + random() * 5000)::numeric(20, 2) from added`;
    });
  }
  await sql.unsafe("analyze users; analyze ledger_accounts; analyze liability_nonces");
}

interface Measured {
  seconds: number;
  /** The processor time of this process and the database, which matters on a machine with other work. */
  processorSeconds: number;
}

async function measure({ sql, pid }: BenchDatabase): Promise<Measured> {
  await seed(sql);
  const readProcessor = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000 + readProcessorMs(pid) / 1_000;
  };
  const [started, before] = [performance.now(), readProcessor()];
  await takeSnapshot({ sql, now: () => new Date(), computeLosingPct: () => Promise.resolve(null) });
  return { seconds: (performance.now() - started) / 1_000, processorSeconds: readProcessor() - before };
}

const { seconds: VALUE, processorSeconds: PROCESSOR_SECONDS } = await withDatabase(measure);
const result = {
  name: "liabilities",
  value: VALUE,
  unit: "s",
  floor: MOST_SECONDS,
  ratio: VALUE / MOST_SECONDS,
  processorSeconds: PROCESSOR_SECONDS,
};
process.stdout.write(
  process.argv.includes("--json")
    ? `${JSON.stringify(result)}\n`
    : `${VALUE.toFixed(1)} s for ${ACCOUNTS} accounts (at most ${MOST_SECONDS}), ${PROCESSOR_SECONDS.toFixed(1)} s of processor time\n`,
);
