import { parseArgs } from "node:util";
import { createPasswordHasher } from "../apps/server/src/core/identity/passwords.ts";
import { openDatabaseFor } from "../apps/server/src/db/embedded/open-database.ts";
import { missingMigrations } from "../apps/server/src/db/migrate.ts";
import { openPool } from "../apps/server/src/db/pool.ts";
import { StartError } from "../apps/server/src/process/start-error.ts";
import { readSettings } from "../apps/server/src/settings.ts";
import { silentLog } from "./harness/silent-log.ts";
import { defaultSize, seedBackOffice, SeedRefusedError } from "./seeding/seed-back-office.ts";

/** Everybody's here: nobody keeps anything real in such a database. */
const PASSWORD = "Seeded-h0rse!";
const MOST = 1_000_000;

const numberOf = (name: string, text: string | undefined, fallback: number): number => {
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(value) || value < 1 || value > MOST) {
    throw new StartError(`--${name} must be a whole number from 1 to ${MOST}`);
  }
  return value;
};

function readArguments() {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      options: {
        seed: text,
        users: text,
        deposits: text,
        withdrawals: text,
        "beside-others": { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

async function main(): Promise<void> {
  const given = readArguments();
  const users = numberOf("users", given.users, defaultSize.users);
  const size = {
    users,
    deposits: numberOf("deposits", given.deposits, users * (defaultSize.deposits / defaultSize.users)),
    withdrawals: numberOf("withdrawals", given.withdrawals, users * (defaultSize.withdrawals / defaultSize.users)),
  };
  const seed = numberOf("seed", given.seed, 1);
  const settings = readSettings(process.env);
  if (settings.mode === "live") throw new SeedRefusedError("WAZI_MODE=live: nobody made up may be among real money.");
  const { databaseUrl, dataDir } = settings;
  const database =
    databaseUrl === undefined
      ? await openDatabaseFor(dataDir, silentLog)
      : { url: databaseUrl, close: () => Promise.resolve() };
  const sql = openPool(database.url, { max: 1, role: null, applicationName: "wazi seed", queryTimeoutMs: 0 });
  try {
    const missing = await missingMigrations(sql);
    if (missing.length > 0) throw new StartError(`The database is not migrated (${missing.join(", ")}).`);
    const hashedPassword = await createPasswordHasher().hash(PASSWORD);
    const options = { ...size, seed, now: new Date(), hashedPassword, besideOthers: given["beside-others"] };
    await seedBackOffice(sql, options);
    process.stdout.write(
      `${size.users} users, ${size.deposits} deposits, ${size.withdrawals} withdrawals. Everybody's password: ${PASSWORD}\n`,
    );
  } finally {
    await sql.end({ timeout: 1 });
    await database.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isSaid = error instanceof StartError || error instanceof SeedRefusedError || error instanceof RangeError;
    process.stderr.write(`${isSaid ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
