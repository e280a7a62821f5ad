import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "../../platform/db/pool.ts";

const SEED_BYTES = 32;

/** A seed of 256 bits from the system's generator, and the SHA-256 of its 64 hexadecimal characters. */
export interface SecretSeed {
  seed: string;
  commitment: string;
}

/**
 * Ends the current secret feed, if there is one, and records the commitment of a new one. The seed is published when the feed ends, so that
 * anybody can check that the prices were not chosen.
 */
export async function startSecretFeed(sql: Sql): Promise<SecretSeed> {
  const seed = randomBytes(SEED_BYTES).toString("hex");
  const commitment = createHash("sha256").update(seed).digest("hex");
  await sql.begin(async (tx) => {
    await tx`update simulated_feeds set ended_at = clock_timestamp() where ended_at is null`;
    await tx`insert into simulated_feeds (commitment, seed) values (${commitment}, ${seed})`;
  });
  return { seed, commitment };
}

/** Ends the current secret feed, which publishes its seed: the installation has other prices now. */
export async function endSecretFeed(sql: Sql): Promise<void> {
  await sql`update simulated_feeds set ended_at = clock_timestamp() where ended_at is null`;
}
