import { createPasswordHasher } from "../../apps/server/src/people/identity/passwords.ts";
import { openCommandDatabase } from "../../apps/server/src/platform/db/embedded/open-database.ts";
import { missingMigrations } from "../../apps/server/src/platform/db/migrate.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { readOptions, reportFailure, UsageError } from "../../apps/server/src/platform/process/command-line.ts";
import { StartError } from "../../apps/server/src/platform/process/start-error.ts";
import { toOwnerUrl } from "../../apps/server/src/platform/settings/database-settings.ts";
import { readSettings } from "../../apps/server/src/start/settings/settings.ts";
import { defaultSize, seedBackOffice, SeedRefusedError } from "./seeding/seed-back-office.ts";

/** The password of every made-up user. These databases are for demos only. */
const PASSWORD = "Seeded-h0rse!";
const MAX_COUNT = 1_000_000;

const readCount = (name: string, text: string | undefined, fallback: number): number => {
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(value) || value < 1 || value > MAX_COUNT) {
    throw new UsageError(`--${name} must be a whole number from 1 to ${MAX_COUNT}.`);
  }
  return value;
};

function readArguments() {
  const text = { type: "string" } as const;
  return readOptions({
    options: {
      seed: text,
      users: text,
      deposits: text,
      withdrawals: text,
      "allow-existing-users": { type: "boolean", default: false },
    },
  }).values;
}

async function main(): Promise<void> {
  const given = readArguments();
  const users = readCount("users", given.users, defaultSize.users);
  const size = {
    users,
    deposits: readCount("deposits", given.deposits, users * (defaultSize.deposits / defaultSize.users)),
    withdrawals: readCount("withdrawals", given.withdrawals, users * (defaultSize.withdrawals / defaultSize.users)),
  };
  const seed = readCount("seed", given.seed, 1);
  const settings = readSettings(process.env);
  if (settings.mode === "live") {
    throw new SeedRefusedError("WAZI_MODE is live. Made-up people are only for demo databases.");
  }
  const { dataDir } = settings;
  const database = await openCommandDatabase(toOwnerUrl(settings), dataDir);
  const sql = openPool(database.url, { max: 1, role: null, applicationName: "wazi seed", queryTimeoutMs: 0 });
  try {
    const missing = await missingMigrations(sql);
    if (missing.length > 0) {
      throw new StartError(`The database is not migrated (${missing.join(", ")}). Start Wazi on it once.`);
    }
    const hashedPassword = await createPasswordHasher().hash(PASSWORD);
    const options = {
      ...size,
      seed,
      now: new Date(),
      hashedPassword,
      allowExistingUsers: given["allow-existing-users"],
    };
    await seedBackOffice(sql, options);
    process.stdout.write(
      `${size.users} users, ${size.deposits} deposits, ${size.withdrawals} withdrawals. Every user has the password ${PASSWORD}\n`,
    );
  } finally {
    await sql.end({ timeout: 1 });
    await database.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isExpected = error instanceof SeedRefusedError || error instanceof RangeError;
    reportFailure(isExpected ? new StartError(error.message) : error);
    process.exit();
  },
);
