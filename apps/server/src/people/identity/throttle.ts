import { DAY_MS, HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Sql } from "../../platform/db/pool.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { gather, type Waiting } from "../../platform/base/gather.ts";
import { type BatchedTry, deleteTries, deleteTry, findOldestTry, insertTries, insertTry } from "./store.ts";
import * as texts from "../../messages/people.ts";

export interface ThrottleRule {
  /** Part of every key, so that rules are counted separately. */
  name: string;
  limit: number;
  windowMs: number;
  /** The message of the refusal, for rules that are not about sign-in. */
  message?: string;
  /** A refusal is repeated from memory for this long, without asking the database. */
  rememberedMs?: number;
}

/** Long enough that a flood costs next to nothing, short enough that a try that is taken back counts soon. */
const REMEMBERED_MS = 1_000;
/** Beyond this, the refusals that were remembered first are forgotten, which only costs a statement. */
const MAX_REMEMBERED = 10_000;

/** Wrong passwords for one account. The eleventh try in the window is refused without verification. */
export const accountRule: ThrottleRule = {
  name: "sign-in account",
  limit: 10,
  windowMs: 15 * MINUTE_MS,
  rememberedMs: REMEMBERED_MS,
};
/**
 * Wrong sign-ins from one address, for all accounts. Correct ones do not count, because many people may share an
 * address.
 */
export const addressRule: ThrottleRule = {
  name: "sign-in address",
  limit: 50,
  windowMs: 15 * MINUTE_MS,
  rememberedMs: REMEMBERED_MS,
};
/** Right sign-ins, which start sessions: per account, and per address for many people who share it. */
export const sessionRule: ThrottleRule = {
  name: "sessions account",
  limit: 200,
  windowMs: HOUR_MS,
  rememberedMs: REMEMBERED_MS,
};
export const sessionAddressRule: ThrottleRule = {
  name: "sessions address",
  limit: 1_000,
  windowMs: HOUR_MS,
  rememberedMs: REMEMBERED_MS,
};
export const signUpRule: ThrottleRule = {
  name: "sign-up address",
  limit: 60,
  windowMs: HOUR_MS,
  rememberedMs: REMEMBERED_MS,
};

/** Links to reset a password: asked for from one address, and for one e-mail address, whether or not it has an account. */
export const forgotPasswordRule: ThrottleRule = { name: "forgot address", limit: 20, windowMs: HOUR_MS };
export const forgotPasswordAccountRule: ThrottleRule = { name: "forgot account", limit: 5, windowMs: HOUR_MS };
/** Mails that a signed-in user asks for. */
export const ownMailRule: ThrottleRule = { name: "own mail", limit: 5, windowMs: HOUR_MS };

const TOO_FAST = texts.throttledRequests;
/** Calls that move money, per investor: more than a person makes by hand. */
export const moneyRule: ThrottleRule = { name: "money user", limit: 30, windowMs: MINUTE_MS, message: TOO_FAST };
/** The same for an administrator, who may work through a long list. */
export const adminMoneyRule: ThrottleRule = { name: "money admin", limit: 120, windowMs: MINUTE_MS, message: TOO_FAST };

/** Deposits that an investor starts. Each may take an address, and wallets watch only some unused ones. */
export const depositRule: ThrottleRule = {
  name: "deposit user",
  limit: 20,
  windowMs: DAY_MS,
  message: texts.throttledDeposits,
};

/** Names of account holders that an investor asks for: a provider is asked each time, and no one may look up many. */
export const recipientRule: ThrottleRule = {
  name: "recipient user",
  limit: 20,
  windowMs: DAY_MS,
  message: texts.throttledAccountChecks,
};

/** Candles read from one address, counted in leases of 20 reads (leased-reads.ts): 400 a minute. */
export const candleRule: ThrottleRule = {
  name: "candles address",
  limit: 20,
  windowMs: MINUTE_MS,
  message: TOO_FAST,
  rememberedMs: REMEMBERED_MS,
};

/** Downloads that are costly to create, per user. */
export const downloadRule: ThrottleRule = {
  name: "download user",
  limit: 20,
  windowMs: MINUTE_MS,
  message: texts.throttledDownloads,
};

export interface ThrottleDeps {
  sql: Sql;
  now: () => Date;
  /** RATE_LIMIT_SCALE: multiplies every limit; 0 turns them off. */
  rateLimitScale: number;
}

/** A try that was counted. */
export interface CountedTry {
  /** Removes this try, because it was not wrong. */
  takeBack(): Promise<void>;
  /** Removes all tries under this key, because this one was right. */
  forgetAll(): Promise<void>;
}

interface Refusal {
  /** Epoch ms. */
  rememberedUntil: number;
  freeAt: number;
}

/** The refusals of this process, by the pool of its installation. */
const refusals = new WeakMap<Sql, Map<string, Refusal>>();

function refusalsOf({ sql }: Pick<ThrottleDeps, "sql">): Map<string, Refusal> {
  const known = refusals.get(sql) ?? new Map<string, Refusal>();
  refusals.set(sql, known);
  return known;
}

/**
 * Refuses what was refused a moment ago, without the database, so that a throttled flood costs less than a page.
 * @throws AppError RATE_LIMITED
 */
export function refuseRemembered(deps: ThrottleDeps, rule: ThrottleRule, subject: string): void {
  if (deps.rateLimitScale === 0) return;
  const known = refusalsOf(deps);
  const key = toKey(rule, subject).toString("hex");
  const refusal = known.get(key);
  if (!refusal) return;
  const at = deps.now().getTime();
  if (at < refusal.rememberedUntil) throw tooMany(rule, refusal.freeAt - at);
  known.delete(key);
}

function remember(deps: ThrottleDeps, rule: ThrottleRule, key: Buffer, freeAt: number): void {
  if (rule.rememberedMs === undefined) return;
  const known = refusalsOf(deps);
  const at = deps.now().getTime();
  known.set(key.toString("hex"), { rememberedUntil: Math.min(freeAt, at + rule.rememberedMs), freeAt });
  for (const oldest of known.keys()) {
    if (known.size <= MAX_REMEMBERED) break;
    known.delete(oldest);
  }
}

function tooMany(rule: ThrottleRule, waitMs: number): AppError {
  return new AppError("RATE_LIMITED", rule.message ?? texts.throttledAttempts, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

/**
 * Counts a try before it is made, in the database that all processes share, so that parallel tries cannot pass between
 * the check and the count. Throws RATE_LIMITED when the rule's limit is reached.
 */
export async function countTry(deps: ThrottleDeps, rule: ThrottleRule, subject: string): Promise<CountedTry> {
  if (deps.rateLimitScale === 0) return { takeBack: () => Promise.resolve(), forgetAll: () => Promise.resolve() };
  refuseRemembered(deps, rule, subject);
  const limit = scaleLimit(deps, rule);
  const key = toKey(rule, subject);
  const at = deps.now();
  const countedAfter = new Date(at.getTime() - rule.windowMs);
  const expiresAt = new Date(at.getTime() + rule.windowMs);
  if (!(await insertTry(deps.sql, { key, limit, at, countedAfter, expiresAt }))) await refuseTry(deps, rule, key, at);
  const allowAgain = (): boolean => refusalsOf(deps).delete(key.toString("hex"));
  return {
    takeBack: () => (allowAgain(), deleteTry(deps.sql, key, at)),
    forgetAll: () => (allowAgain(), deleteTries(deps.sql, key)),
  };
}

const scaleLimit = ({ rateLimitScale }: ThrottleDeps, { limit }: ThrottleRule): number =>
  Math.max(1, Math.floor(limit * rateLimitScale));

const toKey = ({ name }: ThrottleRule, subject: string): Buffer =>
  createHash("sha256").update(`${name}\n${subject}`).digest();

async function refuseTry(deps: ThrottleDeps, rule: ThrottleRule, key: Buffer, at: Date): Promise<never> {
  const oldest = (await findOldestTry(deps.sql, key, new Date(at.getTime() - rule.windowMs))) ?? at;
  const freeAt = oldest.getTime() + rule.windowMs;
  remember(deps, rule, key, freeAt);
  throw tooMany(rule, freeAt - at.getTime());
}

/** Limits of the statements that count tries together. */
const MAX_TRIES = 100;
const ENOUGH_TRIES = 64;
const MAX_STATEMENTS = 2;

/**
 * Returns a function that counts a try as `countTry` does, for a rule whose tries are never taken back. Tries that arrive
 * while others are counted share the next statement, and none waits for the disk.
 */
export function createTryCounter(deps: ThrottleDeps, rule: ThrottleRule): (subject: string) => Promise<void> {
  if (deps.rateLimitScale === 0) return () => Promise.resolve();
  const limit = scaleLimit(deps, rule);
  const count = gather<BatchedTry, boolean>({
    maxCalls: MAX_STATEMENTS,
    enoughItems: ENOUGH_TRIES,
    take: takeDistinct,
    run: async (batch) => {
      const tries = batch.map(({ item }) => item);
      const counted = await insertTries(deps.sql.byKey, tries, { limit, windowMs: rule.windowMs });
      batch.forEach(({ resolve }, index) => resolve(counted[index] ?? false));
    },
  });
  return async (subject) => {
    const asked = { key: toKey(rule, subject), at: deps.now() };
    if (!(await count(asked))) await refuseTry(deps, rule, asked.key, asked.at);
  };
}

/** A statement can count only one try of a key. */
function takeDistinct(waiting: Waiting<BatchedTry, boolean>[]): Waiting<BatchedTry, boolean>[] {
  const taken = new Map<string, Waiting<BatchedTry, boolean>>();
  const left: Waiting<BatchedTry, boolean>[] = [];
  for (const each of waiting) {
    const key = each.item.key.toString("hex");
    if (taken.size < MAX_TRIES && !taken.has(key)) taken.set(key, each);
    else left.push(each);
  }
  waiting.splice(0, waiting.length, ...left);
  return [...taken.values()];
}

/** Removes all tries of a subject under a rule, and the refusal that this process remembers. */
export async function forgetTries(deps: Pick<ThrottleDeps, "sql">, rule: ThrottleRule, subject: string): Promise<void> {
  const key = toKey(rule, subject);
  await deleteTries(deps.sql, key);
  refusalsOf(deps).delete(key.toString("hex"));
}

/** Returns the unit that counts as one address: an IPv4 address, or an IPv6 /64, which one subscriber usually gets. */
export function toSubscriberAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = (ip.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
