import type { Sql } from "../../../apps/server/src/platform/db/pool.ts";
import { planBackOffice, type PlanSize } from "./plan.ts";
import { findSeedTarget, listOpenBots, writePlan } from "./plan-store.ts";

/** Thrown when a database must not get made-up people; the message says why. */
export class SeedRefusedError extends Error {}

export interface SeedOptions extends PlanSize {
  seed: number;
  now: Date;
  /** The hash of the password that every made-up user gets. */
  hashedPassword: string;
  /** Accept a database that already has users. */
  allowExistingUsers: boolean;
}

export const defaultSize: PlanSize = { users: 10_000, deposits: 50_000, withdrawals: 50_000 };

/**
 * Fills a database with one year of a platform, for benches, screenshots and demos: investors, documents without images,
 * deposits, withdrawals, positions, their ledger entries and audit log. Reconciliation finds no difference afterwards.
 * @param sql connected as the database's owner
 * @throws SeedRefusedError in live mode, when users exist already, when there is no administrator, and when this seed was
 * used before
 */
export async function seedBackOffice(sql: Sql, options: SeedOptions): Promise<void> {
  const { seed, now, hashedPassword, allowExistingUsers: besideOthers } = options;
  const found = await findSeedTarget(sql, `SEED${seed}N1`);
  if (found.mode === "live") {
    throw new SeedRefusedError(
      "This is a live database with real money (WAZI_MODE=live). Made-up people are only for demo databases.",
    );
  }
  if (found.seeded) throw new SeedRefusedError(`Seed ${seed} was used before. Choose another seed.`);
  if (found.users > 0 && !besideOthers) {
    throw new SeedRefusedError(
      `This database already has users (${found.users}). To add made-up people anyway, use --allow-existing-users.`,
    );
  }
  if (found.admin === null) throw new SeedRefusedError("This database has no administrator. Start Wazi on it once.");
  const bots = await listOpenBots(sql);
  const plan = planBackOffice(options, { seed, now, adminId: found.admin, bots });
  await writePlan(sql, plan, hashedPassword);
}
