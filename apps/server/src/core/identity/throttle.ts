import { MINUTE_MS } from "@wazi/contracts";
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Sql } from "../../db/pool.ts";
import { AppError } from "../app-error.ts";
import { deleteTries, deleteTry, findOldestTry, insertTry } from "./store.ts";

export interface ThrottleRule {
  /** Part of every key, so that rules are counted separately. */
  name: string;
  limit: number;
  windowMs: number;
  /** The message of the refusal, for rules that are not about sign-in. */
  message?: string;
}

/** Wrong passwords for one account. The eleventh try in the window is refused without verification. */
export const accountRule: ThrottleRule = { name: "sign-in account", limit: 10, windowMs: 15 * MINUTE_MS };
/**
 * Wrong sign-ins from one address, for all accounts. Correct ones do not count, because many people may share an
 * address.
 */
export const addressRule: ThrottleRule = { name: "sign-in address", limit: 50, windowMs: 15 * MINUTE_MS };
export const signUpRule: ThrottleRule = { name: "sign-up address", limit: 60, windowMs: 60 * MINUTE_MS };

const TOO_FAST = "Too many requests. Please wait a minute and try again.";
/** Calls that move money, per investor: more than a person makes by hand. */
export const moneyRule: ThrottleRule = { name: "money user", limit: 30, windowMs: MINUTE_MS, message: TOO_FAST };
/** The same for an administrator, who may work through a long list. */
export const adminMoneyRule: ThrottleRule = { name: "money admin", limit: 120, windowMs: MINUTE_MS, message: TOO_FAST };

/** Downloads that are costly to create, per user. */
export const downloadRule: ThrottleRule = {
  name: "download user",
  limit: 20,
  windowMs: MINUTE_MS,
  message: "You have downloaded too many files. Please wait a minute and try again.",
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

/**
 * Counts a try before it is made, in the database that all processes share, so that parallel tries cannot pass between
 * the check and the count. Throws RATE_LIMITED when the rule's limit is reached.
 */
export async function countTry(deps: ThrottleDeps, rule: ThrottleRule, subject: string): Promise<CountedTry> {
  const limit = Math.max(1, Math.floor(rule.limit * deps.rateLimitScale));
  if (deps.rateLimitScale === 0) return { takeBack: () => Promise.resolve(), forgetAll: () => Promise.resolve() };
  const key = createHash("sha256").update(`${rule.name}\n${subject}`).digest();
  const at = deps.now();
  const countedAfter = new Date(at.getTime() - rule.windowMs);
  const expiresAt = new Date(at.getTime() + rule.windowMs);
  if (!(await insertTry(deps.sql, { key, limit, at, countedAfter, expiresAt }))) {
    const oldest = (await findOldestTry(deps.sql, key, countedAfter)) ?? at;
    const waitMs = oldest.getTime() + rule.windowMs - at.getTime();
    throw new AppError("RATE_LIMITED", rule.message ?? "Too many attempts. Please wait a few minutes and try again.", {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }
  return { takeBack: () => deleteTry(deps.sql, key, at), forgetAll: () => deleteTries(deps.sql, key) };
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
