import { createRequire } from "node:module";
import { messages } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";

/** The person's other details, which a password must not contain. */
export interface PasswordContext {
  email?: string;
  firstName?: string;
  lastName?: string;
}

const BRAND = "wazi";
/** A common word with digits and signs around it is refused for words up to this rank: what is tried first. */
const COMMON_WORDS = 3_000;
/** Shorter words are part of too many passwords by chance. */
const MIN_CONTEXT_WORD = 4;
const MIN_LIST_WORD = 4;
/** Letters and digits that a password must have besides the words of its context. */
const MIN_OWN_CHARACTERS = 6;
/** Signs and digits that are often typed for a letter. */
const lookalikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

interface CommonLanguage {
  /** The commonest first. */
  dictionary: { "passwords-common": readonly string[] };
}

/** The rank of each common password, from the package's list; undefined until it is read. */
let ranks: ReadonlyMap<string, number> | undefined;

/** Reads the list, which takes about 100 ms, so that the first sign-up does not wait for it. Later calls do nothing. */
export function loadCommonPasswords(): void {
  readRanks();
}

function readRanks(): ReadonlyMap<string, number> {
  if (ranks !== undefined) return ranks;
  const { dictionary } = createRequire(import.meta.url)("@zxcvbn-ts/language-common") as CommonLanguage;
  const words = dictionary["passwords-common"].map((word, rank) => [word, rank] as const);
  ranks = new Map(words.filter(([word]) => word.length >= MIN_LIST_WORD));
  return ranks;
}

/**
 * Says why a password is easy to guess; null when it is not. It is one of the commonest passwords, with or without digits, signs and
 * lookalikes, or it is made of what the person typed elsewhere. The rules of the form (length, kinds of characters) are not checked here.
 */
export function findPasswordWeakness(password: string, context: PasswordContext): string | null {
  if (isCommon(password)) return messages.passwordCommon;
  return isMadeOf(password, context) ? messages.passwordFromContext : null;
}

/**
 * Refuses a new password that is easy to guess, at sign-up, change and reset.
 * @param field the name of the field in the request
 * @throws AppError VALIDATION
 */
export function checkNewPassword(password: string, context: PasswordContext, field = "password"): void {
  const message = findPasswordWeakness(password, context);
  if (message !== null) throw new AppError("VALIDATION", message, { fields: { [field]: message } });
}

function isCommon(password: string): boolean {
  const list = readRanks();
  const text = password.normalize("NFKC").toLowerCase();
  const withoutSigns = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  const words = [text, withoutSigns, replaceLookalikes(withoutSigns)];
  if (words.some((word) => list.has(word))) return true;
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return [core, replaceLookalikes(core)].some((word) => (list.get(word) ?? Infinity) < COMMON_WORDS);
}

function replaceLookalikes(text: string): string {
  return [...text].map((character) => lookalikes[character] ?? character).join("");
}

/** True when too little is left of the password without the words of its context. */
function isMadeOf(password: string, { email = "", firstName = "", lastName = "" }: PasswordContext): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  const words = [email, firstName, lastName]
    .flatMap((each) =>
      each
        .normalize("NFKC")
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .flatMap((word) => [word, word.replace(/\d+$/, "")])
    .filter((word) => word.length >= MIN_CONTEXT_WORD);
  return [text, replaceLookalikes(text)].some((each) => hasLittleBesides(each, [...words, BRAND]));
}

function hasLittleBesides(text: string, words: readonly string[]): boolean {
  const longestFirst = [...words].sort((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, " "), text);
  const own = rest.replace(/[^\p{L}\p{N}]+/gu, "");
  return rest !== text && own.length < MIN_OWN_CHARACTERS;
}
