import { randomBytes } from "node:crypto";

/** Crockford's base 32 has no look-alike letters. The low five bits of a random byte choose evenly among them. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 16;

/** Creates a code with 80 random bits, enough that two users never get the same code. */
export function createReferralCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => LETTERS[byte & 31]).join("");
}
