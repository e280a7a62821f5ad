import { openPool } from "./pool.ts";

export type PoolMode = "transaction" | "session" | "statement";

/** Rounds in which the backends behind two connections are compared. */
const ROUNDS = 5;

/**
 * Finds out how a pooler shares its connections to PostgreSQL. In session mode, which is also how PostgreSQL itself
 * answers, each of two connections keeps a backend of its own.
 */
export async function findPoolMode(url: string, directUrl: string): Promise<PoolMode> {
  const pools = [1, 2].map(() => openPool(url, { max: 1, directUrl, applicationName: "wazi start" }));
  try {
    const seen = pools.map(() => new Set<number>());
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, pool] of pools.entries()) {
        const [row] = await pool.begin((tx) => tx<{ pid: number }[]>`select pg_backend_pid() as pid`);
        seen[index]?.add(row?.pid ?? 0);
      }
    }
    const all = new Set(seen.flatMap((each) => [...each]));
    return seen.every(({ size }) => size === 1) && all.size === pools.length ? "session" : "transaction";
  } catch (error) {
    if (error instanceof Error && /statement pooling mode/.test(error.message)) return "statement";
    throw error;
  } finally {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  }
}
