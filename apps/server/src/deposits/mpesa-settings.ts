import {
  optional,
  parseList,
  parseWebAddress,
  Problem,
  required,
  type ParsedEntries,
} from "../platform/settings/setting-entry.ts";

export interface MpesaSettings {
  /** Scheme and host of Daraja, such as https://api.safaricom.co.ke. */
  url: string;
  consumerKey: string;
  consumerSecret: string;
  shortCode: string;
  /** For prompts on the investor's phone (Lipa na M-Pesa Online). */
  passkey: string;
  /** The secret part of the call-backs' addresses. */
  callbackSecret: string;
  /** The addresses that call-backs may come from. */
  callbackAddresses: readonly string[];
}

/** Safaricom's addresses, as merchants list them; Safaricom confirms them when a merchant goes live. */
const SAFARICOM_ADDRESSES =
  "196.201.214.200, 196.201.214.206, 196.201.214.207, 196.201.214.208, 196.201.213.114, 196.201.213.44, " +
  "196.201.212.127, 196.201.212.138, 196.201.212.129, 196.201.212.136, 196.201.212.74, 196.201.212.69";

const SHORTEST_SECRET = 24;

function parseAddresses(text: string): readonly string[] | Problem {
  const addresses = parseList(text);
  if (addresses instanceof Problem) return addresses;
  return addresses.every((each) => /^[\da-f.:]{2,45}$/i.test(each))
    ? addresses
    : new Problem("contains a part that is not an IP address");
}

const parseToken = (text: string): string | Problem =>
  /^[\w+/=.-]{1,300}$/.test(text) ? text : new Problem("is not a key");

export const mpesaEntries = {
  mpesaUrl: required({
    variable: "MPESA_URL",
    fallback: "https://api.safaricom.co.ke",
    meaning: "Safaricom's Daraja API. The sandbox is https://sandbox.safaricom.co.ke.",
    allowed: "an address that starts with http:// or https://",
    parse: parseWebAddress,
  }),
  mpesaConsumerKey: optional({
    variable: "MPESA_CONSUMER_KEY",
    meaning: "The consumer key of the Daraja app. Not set: no deposits by M-Pesa.",
    allowed: "the key as Daraja shows it",
    secret: true,
    parse: parseToken,
  }),
  mpesaConsumerSecret: optional({
    variable: "MPESA_CONSUMER_SECRET",
    meaning: "The consumer secret of the Daraja app.",
    allowed: "the secret as Daraja shows it",
    secret: true,
    parse: parseToken,
  }),
  mpesaShortCode: optional({
    variable: "MPESA_SHORTCODE",
    meaning: "The paybill number that investors pay to.",
    allowed: "5 to 7 digits",
    parse: (text): string | Problem => (/^\d{5,7}$/.test(text) ? text : new Problem("is not a paybill number")),
  }),
  mpesaPasskey: optional({
    variable: "MPESA_PASSKEY",
    meaning: "The passkey for prompts on the investor's phone.",
    allowed: "the passkey as Safaricom sends it",
    secret: true,
    parse: parseToken,
  }),
  mpesaCallbackSecret: optional({
    variable: "MPESA_CALLBACK_SECRET",
    meaning: "The secret part of the addresses of M-Pesa's call-backs, which are not signed.",
    allowed: `at least ${SHORTEST_SECRET} letters, digits, dashes and underscores`,
    secret: true,
    parse: (text): string | Problem =>
      /^[\w-]+$/.test(text) && text.length >= SHORTEST_SECRET ? text : new Problem("is too short, or has other signs"),
  }),
  mpesaCallbackAddresses: required({
    variable: "MPESA_CALLBACK_ADDRESSES",
    fallback: SAFARICOM_ADDRESSES,
    meaning: "The addresses that M-Pesa's call-backs come from. Others get 404.",
    allowed: "IP addresses, separated by commas",
    parse: parseAddresses,
  }),
} as const;

export type MpesaValues = ParsedEntries<typeof mpesaEntries>;

const needed = [
  "mpesaConsumerKey",
  "mpesaConsumerSecret",
  "mpesaShortCode",
  "mpesaPasskey",
  "mpesaCallbackSecret",
] as const;

/** M-Pesa needs all of its settings, and an address that it can call. Returns one line for each that is missing. */
export function checkMpesaEntries(values: MpesaValues, publicOrigin: string | undefined): string[] {
  if (needed.every((name) => values[name] === undefined)) return [];
  const missing = needed.filter((name) => values[name] === undefined).map((name) => mpesaEntries[name].variable);
  if (publicOrigin === undefined) missing.push("PUBLIC_ORIGIN");
  return missing.map((variable) => `${variable} is not set. The other settings of M-Pesa need it.`);
}

/** Undefined without M-Pesa. */
export function toMpesaSettings(values: MpesaValues): MpesaSettings | undefined {
  const { mpesaConsumerKey: consumerKey, mpesaConsumerSecret: consumerSecret, mpesaShortCode: shortCode } = values;
  const { mpesaPasskey: passkey, mpesaCallbackSecret: callbackSecret } = values;
  if (!consumerKey || !consumerSecret || !shortCode || !passkey || !callbackSecret) return undefined;
  const secrets = { consumerKey, consumerSecret, passkey, callbackSecret };
  return { ...secrets, url: values.mpesaUrl, shortCode, callbackAddresses: values.mpesaCallbackAddresses };
}
