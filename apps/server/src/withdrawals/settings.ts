import { needsPart } from "../platform/settings/release-parts.ts";
import { isIP } from "node:net";
import { MAX_AMOUNT, MIN_WITHDRAWAL_CENTS, payoutRails } from "@wazi/contracts";
import type { Cents } from "@wazi/domain";
import { isKeyOfAddress, isPayable, type KeyOrigin, parseKeyOrigin } from "../deposits/api.ts";
import {
  defineSettings,
  optional,
  type ParsedEntries,
  parseDollars,
  parseLine,
  parseList,
  parseOneOf,
  parseWebAddress,
  parseWholeNumber,
  Problem,
  required,
  type SettingsOf,
} from "../platform/settings/setting-entry.ts";

/** Below the smallest withdrawal, nobody could withdraw. */
function parseDailyLimit(text: string): Cents | Problem {
  const limit = parseDollars(text);
  if (limit instanceof Problem || limit >= BigInt(MIN_WITHDRAWAL_CENTS)) return limit;
  return new Problem("is less than the smallest withdrawal");
}

/** A week, so that no destination waits for ever. The table has the same limit. */
const MAX_ADDRESS_WAIT_HOURS = 168;

const withdrawalEntries = {
  withdrawalDailyLimit: optional({
    variable: "WITHDRAWAL_DAILY_LIMIT",
    meaning: "What an investor can request to withdraw in 24 hours. Not set: no limit.",
    allowed: `US dollars from 10 to ${MAX_AMOUNT}, with at most two decimal places`,
    parse: parseDailyLimit,
  }),
  addressWaitHours: required({
    variable: "ADDRESS_WAIT_HOURS",
    fallback: "0",
    meaning:
      "How long a new destination waits in the investor's address book before it can be used. 0: any destination can be used at once.",
    allowed: `a whole number of hours from 0 to ${MAX_ADDRESS_WAIT_HOURS}`,
    parse: parseWholeNumber(0, MAX_ADDRESS_WAIT_HOURS),
  }),
} as const;

/** US dollars that the rails may send in 24 hours. */
interface PayoutDailyLimits {
  /** For rails without a limit of their own; undefined: no limit. */
  each: Cents | undefined;
  byRail: Readonly<Record<string, Cents>>;
}

/** Payouts by hand have no limit. */
const limitedRails = payoutRails.filter((rail) => rail !== "manual");

function parseDailyLimits(text: string): PayoutDailyLimits | Problem {
  const found = new Map<string, Cents>();
  for (const part of text.split(",")) {
    const [amount = "", rail = ""] = part
      .split(":", 2)
      .map((each) => each.trim())
      .reverse();
    if (rail !== "" && !limitedRails.some((each) => each === rail))
      return new Problem(`names an unknown rail "${rail}"`);
    if (part.split(":").length > 2) return new Problem("is not a list of amounts");
    if (found.has(rail)) return new Problem(rail === "" ? "has two amounts for all rails" : `names ${rail} twice`);
    const limit = parseDollars(amount);
    if (limit instanceof Problem) return limit;
    found.set(rail, limit);
  }
  const { "": each, ...byRail } = Object.fromEntries(found);
  return { each, byRail };
}

const payoutEntries = {
  payouts: required({
    variable: "PAYOUTS",
    fallback: "manual",
    meaning:
      "How approved withdrawals are paid. manual: an administrator pays and enters the reference. automatic: the payout worker sends them over the configured rails; others are still paid by hand.",
    allowed: "manual or automatic",
    parse: parseOneOf("manual", "automatic"),
  }),
  payoutDailyLimit: optional({
    variable: "PAYOUT_DAILY_LIMIT",
    meaning:
      "What each rail may send in 24 hours. Further payouts wait. One amount is for all rails, rail:amount for one of them. Not set: no limit.",
    allowed: `US dollars from 0 to ${MAX_AMOUNT}, with at most two decimal places, such as 5000 or 5000,mpesa-b2c:2000. Rails: ${limitedRails.join(", ")}`,
    parse: parseDailyLimits,
  }),
  payoutMaxNetworkFee: required({
    variable: "PAYOUT_MAX_NETWORK_FEE",
    fallback: "25",
    meaning:
      "What the network fee of one payout on a chain can be at most. Prepared transactions above it wait for an administrator, who accepts the fee or discards them.",
    allowed: `US dollars from 0 to ${MAX_AMOUNT}, with at most two decimal places`,
    parse: parseDollars,
  }),
  paystackSecretKey: optional({
    variable: "PAYSTACK_SECRET_KEY",
    meaning:
      "With PAYOUTS=automatic: pays to bank accounts in Nigeria and South Africa over Paystack. It also signs its events.",
    allowed: "a secret key of Paystack (sk_…)",
    secret: true,
    parse: (text) => (/^sk_\w{8,200}$/.test(text) ? text : new Problem("is not a secret key of Paystack")),
  }),
  flutterwaveSecretKey: optional({
    variable: "FLUTTERWAVE_SECRET_KEY",
    meaning:
      "With PAYOUTS=automatic: pays to bank accounts in Nigeria, Kenya, Tanzania and South Africa, and to M-Pesa in Kenya without Daraja, over Flutterwave (v3). Needs FLUTTERWAVE_SECRET_HASH.",
    allowed: "one line of text",
    secret: true,
    parse: parseLine,
  }),
  flutterwaveSecretHash: optional({
    variable: "FLUTTERWAVE_SECRET_HASH",
    meaning: "The secret hash of Flutterwave's webhooks.",
    allowed: "16 to 200 characters in one line",
    secret: true,
    parse: parseSecret,
  }),
  payoutEthAddress: optional({
    variable: "PAYOUT_ETH_ADDRESS",
    meaning:
      "With PAYOUTS=automatic: the address that pays ETH, USDT and USDC on Ethereum. Wazi prepares its transactions and has no key of it. Needs CHAIN_ETH_URL.",
    allowed: "an address of Ethereum that only Wazi's payouts use",
    parse: (text) =>
      isPayable("ERC20", text, true) ? needsPart("chains", text) : new Problem("is not an address of Ethereum"),
  }),
  payoutBtcAddress: optional({
    variable: "PAYOUT_BTC_ADDRESS",
    meaning: "With PAYOUTS=automatic: the address that pays on Bitcoin, and gets the change. Needs CHAIN_BTC_URL.",
    allowed: "a native segwit address with one key, such as bc1q…",
    parse: (text) =>
      /^(bc|tb)1q[a-z0-9]{38}$/.test(text) && isPayable("BTC", text, true) ? needsPart("chains", text) : notSegwit(),
  }),
  payoutBtcKey: optional({
    variable: "PAYOUT_BTC_KEY",
    meaning:
      "The public key of PAYOUT_BTC_ADDRESS with its origin. It goes into each PSBT, so that hardware wallets find their key.",
    allowed: "a key with its origin as descriptors write it, such as [d34db33f/84h/0h/0h/0/0]02…",
    parse: parseKey,
  }),
  payoutLtcAddress: optional({
    variable: "PAYOUT_LTC_ADDRESS",
    meaning: "With PAYOUTS=automatic: the address that pays on Litecoin, and gets the change. Needs CHAIN_LTC_URL.",
    allowed: "a native segwit address with one key, such as ltc1q…",
    parse: (text) =>
      /^(ltc|tltc)1q[a-z0-9]{38}$/.test(text) && isPayable("LTC", text, true) ? needsPart("chains", text) : notSegwit(),
  }),
  payoutLtcKey: optional({
    variable: "PAYOUT_LTC_KEY",
    meaning:
      "The public key of PAYOUT_LTC_ADDRESS with its origin. It goes into each PSBT, so that hardware wallets find their key.",
    allowed: "a key with its origin as descriptors write it, such as [d34db33f/84h/2h/0h/0/0]02…",
    parse: parseKey,
  }),
  payoutSignerUrl: optional({
    variable: "PAYOUT_SIGNER_URL",
    meaning:
      "A service of yours that signs prepared transactions. Wazi checks what it answers like a file. Not set: an operator signs files.",
    allowed: "an address that starts with http:// or https://",
    parse: parseWebAddress,
  }),
  payoutSignerToken: optional({
    variable: "PAYOUT_SIGNER_TOKEN",
    meaning: "What the signer service wants in the header Authorization, as Bearer.",
    allowed: "16 to 200 characters in one line",
    secret: true,
    parse: parseSecret,
  }),
  b2cShortCode: optional({
    variable: "MPESA_B2C_SHORTCODE",
    meaning:
      "With PAYOUTS=automatic: pays to M-Pesa in Kenya over Daraja from this short code. Needs the other MPESA_B2C settings and PUBLIC_ORIGIN.",
    allowed: "5 to 7 digits",
    parse: (text) => (/^\d{5,7}$/.test(text) ? text : new Problem("is not a short code")),
  }),
  b2cInitiator: optional({
    variable: "MPESA_B2C_INITIATOR",
    meaning: "The name of the initiator of B2C payments.",
    allowed: "one line of text",
    parse: parseLine,
  }),
  b2cCredential: optional({
    variable: "MPESA_B2C_CREDENTIAL",
    meaning:
      "The initiator's password, encrypted with Safaricom's certificate (SecurityCredential). It ends after 90 days.",
    allowed: "text in base64",
    secret: true,
    parse: (text) => (/^[\w+/=]{20,1000}$/.test(text) ? text : new Problem("is not text in base64")),
  }),
  b2cConsumerKey: optional({
    variable: "MPESA_B2C_CONSUMER_KEY",
    meaning: "The consumer key of the Daraja app for payouts.",
    allowed: "one line of text",
    secret: true,
    parse: parseLine,
  }),
  b2cConsumerSecret: optional({
    variable: "MPESA_B2C_CONSUMER_SECRET",
    meaning: "The consumer secret of the Daraja app for payouts.",
    allowed: "one line of text",
    secret: true,
    parse: parseLine,
  }),
  b2cCallbackSecret: optional({
    variable: "MPESA_B2C_CALLBACK_SECRET",
    meaning: "The part of the call-backs' path that nobody else knows.",
    allowed: "24 to 100 letters, digits, - and _",
    secret: true,
    parse: (text) => (/^[\w-]{24,100}$/.test(text) ? text : new Problem("is too short or has other characters")),
  }),
  b2cCallbackAddresses: required({
    variable: "MPESA_B2C_CALLBACK_ADDRESSES",
    fallback:
      "196.201.214.200,196.201.214.206,196.201.214.207,196.201.214.208,196.201.213.114,196.201.213.44,196.201.212.127,196.201.212.138,196.201.212.129,196.201.212.136,196.201.212.74,196.201.212.69",
    meaning: "The addresses that Daraja's call-backs come from. They are unsigned.",
    allowed: "IP addresses, separated by commas; or any",
    parse: parseAddresses,
  }),
  b2cUrl: required({
    variable: "MPESA_B2C_URL",
    fallback: "https://api.safaricom.co.ke",
    meaning: "The address of Daraja for payouts. The sandbox is https://sandbox.safaricom.co.ke.",
    allowed: "an address that starts with http:// or https://",
    parse: parseWebAddress,
  }),
} as const;

const notSegwit = (): Problem => new Problem("is not a native segwit address with one key");

function parseKey(text: string): KeyOrigin | Problem {
  return parseKeyOrigin(text) ?? new Problem("is not a public key with its origin");
}

function parseSecret(text: string): string | Problem {
  const line = parseLine(text);
  return typeof line === "string" && line.length < 16 ? new Problem("is shorter than 16 characters") : line;
}

/** "any" gives an empty list. */
function parseAddresses(text: string): readonly string[] | Problem {
  if (text === "any") return [];
  const list = parseList(text);
  if (list instanceof Problem) return list;
  return list.every((each) => isIP(each) !== 0) ? list : new Problem("has a part that is not an IP address");
}

const b2cNames = ["b2cInitiator", "b2cCredential", "b2cConsumerKey", "b2cConsumerSecret", "b2cCallbackSecret"] as const;

const payers = [
  ["payoutEthAddress", "chainEthUrl", "CHAIN_ETH_URL"],
  ["payoutBtcAddress", "chainBtcUrl", "CHAIN_BTC_URL"],
  ["payoutLtcAddress", "chainLtcUrl", "CHAIN_LTC_URL"],
] as const;

const keys = [
  ["payoutBtcAddress", "payoutBtcKey"],
  ["payoutLtcAddress", "payoutLtcKey"],
] as const;

type PayoutValues = ParsedEntries<typeof payoutEntries>;

/** Values of other parts that payouts need. */
type Needed = Record<"publicOrigin" | (typeof payers)[number][1], string | undefined>;

function check(values: PayoutValues & Needed): string[] {
  const problems: string[] = [];
  const checkSet = (name: keyof PayoutValues, by: string): void => {
    if (values[name] === undefined) problems.push(`${payoutEntries[name].variable} is not set. ${by} needs it.`);
  };
  if (values.flutterwaveSecretKey !== undefined) checkSet("flutterwaveSecretHash", "FLUTTERWAVE_SECRET_KEY");
  for (const [name, node, variable] of payers) {
    if (values[name] === undefined || values[node] !== undefined) continue;
    problems.push(`${variable} is not set. ${payoutEntries[name].variable} needs it.`);
  }
  for (const [name, key] of keys) {
    const [address, origin] = [values[name], values[key]];
    if (origin === undefined || (address !== undefined && isKeyOfAddress(origin, address))) continue;
    problems.push(`${payoutEntries[key].variable} is not the key of ${payoutEntries[name].variable}.`);
  }
  if (values.b2cShortCode === undefined) return problems;
  for (const name of b2cNames) checkSet(name, "MPESA_B2C_SHORTCODE");
  if (values.publicOrigin === undefined) {
    problems.push("PUBLIC_ORIGIN is not set. MPESA_B2C_SHORTCODE needs it, for the address of the call-backs.");
  }
  return problems;
}

export const withdrawalSettings = defineSettings({
  title: "Withdrawals",
  entries: { ...withdrawalEntries, ...payoutEntries },
  check,
});

export type WithdrawalSettings = SettingsOf<typeof withdrawalSettings>;
