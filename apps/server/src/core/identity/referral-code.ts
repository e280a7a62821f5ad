import { randomBytes } from "node:crypto";

/** Crockford's base 32: nothing that reads like something else. A byte's low five bits choose evenly among them. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 16;

/** Random enough (80 bits) that two users never get the same. */
export function createReferralCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => LETTERS[byte & 31]).join("");
}
