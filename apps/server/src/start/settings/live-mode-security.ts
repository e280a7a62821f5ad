import { createHash } from "node:crypto";
import { findPasswordWeakness } from "../../people/identity/new-password.ts";
import { depositSettings } from "../../deposits/settings.ts";

/** The settings that live mode judges. Undefined: not set. */
interface JudgedValues {
  adminEmail: string;
  adminPassword: string | undefined;
  publicOrigin: string | undefined;
  trustProxy: unknown;
  adminAloneDailyLimit: unknown;
  databaseUrl: string | undefined;
  ccxtSecret: string | undefined;
  alpacaSecretKey: string | undefined;
  documentKey: Buffer | undefined;
  s3SecretAccessKey: string | undefined;
  depositXpubBtc: string | undefined;
  depositXpubLtc: string | undefined;
  depositXpubEth: string | undefined;
  depositXpubTron: string | undefined;
}

const MIN_ADMIN_PASSWORD = 12;
const MIN_SECRET = 16;
const MIN_DATABASE_PASSWORD = 12;
/** A random key of 32 bytes has about 30 different ones. */
const MIN_DIFFERENT_BYTES = 16;
const FINGERPRINT_CHARACTERS = 24;
/**
 * The account keys (BIP44 and BIP84) of wallets whose words are printed in documentation ("abandon … about", "abandon … art",
 * "test … junk"): the first characters of the SHA-256 of the xpub. Anybody can spend what arrives there.
 */
const publishedKeys = new Set([
  "6b3ac4bc7086bb6ca2696a5b",
  "5cae9d603a616a61b4db1b36",
  "4e170745bead088df4b3be6f",
  "096137c6b0754a6294e82113",
  "af4e120530f26ffa834739b0",
  "03558cc727b47131b2c1740f",
  "0e7eaeafcca23eb06a52e792",
  "fdf2e8c9ecf305be7016e9ca",
  "c16965326543d7eac4bb9475",
  "9456d6b3d7940c9a281af705",
  "78cf569d0243f211b25c85b1",
  "d6111099aea9843f2bb51593",
  "71bbba1f83d7851a817e4d54",
  "19fd168bcd16d1a957ca2e6d",
  "48b5414773fa0e8fbe6cdf61",
  "70ddaab433f77a401bc25c6f",
  "d80755ab35a1c0592589818d",
  "77944f7da348b089ca804bfa",
]);

/** Checks that live mode starts with strong secrets, TLS for its visitors, a declared proxy and two administrators. One line for each problem. */
export function checkLiveModeSecurity(values: JudgedValues): string[] {
  return [
    ...checkAdminPassword(values),
    ...checkTransport(values),
    ...checkSecrets(values),
    ...checkDepositKeys(values),
  ];
}

function checkAdminPassword({ adminEmail, adminPassword }: JudgedValues): string[] {
  if (adminPassword === undefined) return [];
  const isWeak = findPasswordWeakness(adminPassword, { email: adminEmail }) !== null;
  if (adminPassword.length >= MIN_ADMIN_PASSWORD && !isWeak) return [];
  return [
    `ADMIN_PASSWORD is too weak for live mode. Allowed: at least ${MIN_ADMIN_PASSWORD} characters that are hard to guess, or not set: a random one, printed once.`,
  ];
}

function checkTransport(values: JudgedValues): string[] {
  const problems: string[] = [];
  if (values.publicOrigin?.startsWith("https://") !== true) {
    const told = values.publicOrigin === undefined ? "is not set" : "does not use TLS";
    problems.push(
      `PUBLIC_ORIGIN ${told}. Live mode needs TLS, or cookies could be read on the way. Allowed: https://<host>.`,
    );
  }
  if (values.trustProxy === undefined) {
    problems.push(
      "TRUST_PROXY is not set. Live mode needs the proxy that ends TLS, or all visitors would share one address. Allowed: the number of proxies, or their addresses.",
    );
  }
  if (values.adminAloneDailyLimit === undefined) {
    problems.push(
      "ADMIN_ALONE_DAILY_LIMIT is not set. In live mode what one administrator moves alone has a limit. Allowed: US dollars from 0 (every act needs two).",
    );
  }
  return problems;
}

function checkSecrets(values: JudgedValues): string[] {
  const problems: string[] = [];
  const secrets = {
    CCXT_SECRET: values.ccxtSecret,
    ALPACA_SECRET_KEY: values.alpacaSecretKey,
    S3_SECRET_ACCESS_KEY: values.s3SecretAccessKey,
  };
  for (const [variable, secret] of Object.entries(secrets)) {
    if (secret === undefined || secret.length >= MIN_SECRET) continue;
    problems.push(`${variable} is too short for live mode. Allowed: at least ${MIN_SECRET} characters.`);
  }
  if (values.documentKey !== undefined && new Set(values.documentKey).size < MIN_DIFFERENT_BYTES) {
    problems.push(
      "DOCUMENT_KEY is not random. Allowed: 32 random bytes in base64, as printed by openssl rand -base64 32.",
    );
  }
  if (values.databaseUrl !== undefined && hasWeakPassword(values.databaseUrl)) {
    problems.push(
      `DATABASE_URL has a password that is too weak for live mode. Allowed: at least ${MIN_DATABASE_PASSWORD} characters that are hard to guess, or another kind of authentication without a password.`,
    );
  }
  return problems;
}

function hasWeakPassword(databaseUrl: string): boolean {
  // Only the first of several hosts is kept, because URL knows one.
  const { username, password } = new URL(databaseUrl.replace(/,[^/]*/, ""));
  if (password === "") return false;
  const plain = decodeURIComponent(password);
  return plain.length < MIN_DATABASE_PASSWORD || findPasswordWeakness(plain, { email: username }) !== null;
}

function checkDepositKeys(values: JudgedValues): string[] {
  return (["depositXpubBtc", "depositXpubLtc", "depositXpubEth", "depositXpubTron"] as const).flatMap((name) => {
    const key = values[name];
    if (key === undefined) return [];
    const fingerprint = createHash("sha256").update(key).digest("hex").slice(0, FINGERPRINT_CHARACTERS);
    if (!publishedKeys.has(fingerprint)) return [];
    return [
      `${depositSettings.entries[name].variable} is a published example key. Anybody can spend what arrives there. Set your own.`,
    ];
  });
}
