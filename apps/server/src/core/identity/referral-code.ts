import { randomBytes } from "node:crypto";

/** Crockford's base 32: nothing that reads like something else. A byte's low five bits choose evenly among them. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 16;

/** Random enough (80 bits) that two users never get the same. */
export function createReferralCode(): string {
  return Array.from(randomBytes(codeLength), (byte) => letters[byte & 31]).join("");
}
