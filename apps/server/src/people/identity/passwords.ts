import { availableParallelism } from "node:os";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { AppError } from "../../platform/base/app-error.ts";
import { createTurns } from "../../platform/base/turns.ts";
import * as texts from "../../messages/people.ts";

/** argon2id (the package's default kind): 19 MiB, two passes, one lane. */
export const argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** One core stays free for the event loop and the database. Hashes run on libuv's threads. */
const DEFAULT_CONCURRENCY = Math.max(1, availableParallelism() - 1);
/** About two seconds of waiting on the reference machine. Later callers are refused at once. */
const DEFAULT_MAX_WAITING = 40;
const RETRY_AFTER_SECONDS = 2;

/** The hash of an unused password with the parameters above. Verifying it takes as long as verifying a real one. */
export const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$ICLNVXsjPJ4/WDhVw2rUcQ$AaMbcCgBpvno4YCi4bhK68EDQqgh/ru0RTmije8MjPY";

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hashedPassword: string, password: string): Promise<boolean>;
}

/** True when the hash has weaker parameters than the current ones and should be replaced at the next sign-in. */
export function isWeakHash(hashedPassword: string): boolean {
  const { memoryCost, timeCost } = parseOptions(hashedPassword);
  return memoryCost < argon2Parameters.memoryCost || timeCost < argon2Parameters.timeCost;
}

/**
 * Hashes and verifies off the event loop, a few at a time. With more than `maxWaiting` callers in the queue it throws
 * BUSY, so that a flood of sign-ins does not use up the memory and the cores.
 */
export function createPasswordHasher(limits: { concurrency?: number; maxWaiting?: number } = {}): PasswordHasher {
  const { concurrency = DEFAULT_CONCURRENCY, maxWaiting = DEFAULT_MAX_WAITING } = limits;
  const inTurn = createTurns(concurrency, ({ all }) => {
    if (all < maxWaiting) return;
    throw new AppError("BUSY", texts.serviceBusy, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  });
  return {
    hash: (password) => inTurn(() => hash(password.normalize("NFC"), argon2Parameters)),
    verify: (hashedPassword, password) => inTurn(() => verify(hashedPassword, password.normalize("NFC"))),
  };
}
