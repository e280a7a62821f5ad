import type { Sql } from "../../apps/server/src/db/pool.ts";
import { planBackOffice, type PlanSize } from "./plan.ts";
import { writePlan } from "./write-plan.ts";

/** Why a database is not one to put made-up people into. */
export class SeedRefusedError extends Error {}

export interface SeedOptions extends PlanSize {
  seed: number;
  now: Date;
  /** Everybody's password, as it is kept. */
  hashedPassword: string;
  /** Also into a database that has users already. */
  besideOthers: boolean;
}

export const defaultSize: PlanSize = { users: 10_000, deposits: 50_000, withdrawals: 50_000 };

/**
 * Fills a database with a year of a platform, for benches, screenshots and trying things out: investors, documents
 * without pictures, deposits, withdrawals, positions, the ledger under them and the audit log about them. Reconciling finds
 * no difference afterwards.
 * @param sql as who owns the database
 * @throws SeedRefusedError in live mode, where there are users already, where there is no administrator, or where this
 * seed has been put in before
 */
export async function seedBackOffice(sql: Sql, options: SeedOptions): Promise<void> {
  const { seed, now, hashedPassword, besideOthers } = options;
  const [found] = await sql<{ mode: string | null; users: number; admin: string | null; seeded: boolean }[]>`
    select (select mode from system_settings) as mode,
      (select count(*)::int from users where not is_admin) as users,
      (select id from users where is_admin and deleted_at is null order by created_at limit 1) as admin,
      exists (select from users where referral_code = ${`SEED${seed}N1`}) as seeded`;
  if (found?.mode === "live") {
    throw new SeedRefusedError("This database is one of real money (WAZI_MODE=live): nobody made up may be in it.");
  }
  if (found?.seeded) throw new SeedRefusedError(`Seed ${seed} has been put in before: take another one.`);
  if (found && found.users > 0 && !besideOthers) {
    throw new SeedRefusedError(`This database has ${found.users} users already: say --beside-others if that is meant.`);
  }
  if (!found?.admin) throw new SeedRefusedError("There is no administrator yet: start Wazi on this database once.");
  const bots = await sql<{ id: string; nav: string }[]>`
    select b.id, p.nav::text as nav from trading_bots b join pools p on p.bot_id = b.id
    where p.status = 'trading' and not p.frozen and p.open_trade is null order by b.place`;
  const plan = planBackOffice(options, { seed, now, adminId: found.admin, bots });
  await writePlan(sql, plan, hashedPassword);
}
