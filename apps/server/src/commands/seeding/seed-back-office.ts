import type { Sql } from "../../db/pool.ts";
import { planBackOffice, type PlanSize } from "./plan.ts";
import { writePlan } from "./write-plan.ts";

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
  const [found] = await sql<{ mode: string | null; users: number; admin: string | null; seeded: boolean }[]>`
    select (select mode from system_settings) as mode,
      (select count(*)::int from users where not is_admin) as users,
      (select id from users where is_admin and deleted_at is null order by created_at limit 1) as admin,
      exists (select from users where referral_code = ${`SEED${seed}N1`}) as seeded`;
  if (found?.mode === "live") {
    throw new SeedRefusedError(
      "This is a live database with real money (WAZI_MODE=live). Made-up people are only for demo databases.",
    );
  }
  if (found?.seeded) throw new SeedRefusedError(`Seed ${seed} was used before. Choose another seed.`);
  if (found && found.users > 0 && !besideOthers) {
    throw new SeedRefusedError(
      `This database already has users (${found.users}). To add made-up people anyway, use --allow-existing-users.`,
    );
  }
  if (!found?.admin) throw new SeedRefusedError("This database has no administrator. Start Wazi on it once.");
  const bots = await sql<{ id: string; nav: string }[]>`
    select b.id, p.nav::text as nav from trading_bots b join pools p on p.bot_id = b.id
    where p.status = 'trading' and not p.frozen and p.open_trade is null order by b.place`;
  const plan = planBackOffice(options, { seed, now, adminId: found.admin, bots });
  await writePlan(sql, plan, hashedPassword);
}
