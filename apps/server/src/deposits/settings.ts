import type { DepositCurrency } from "@wazi/contracts";
import { cents, type Cents, type ConfirmationStep, parseCents } from "@wazi/domain";
import { type ChainNetwork, isPayable } from "./addresses/check-address.ts";
import {
  defineSettings,
  optional,
  type ParsedEntries,
  parseList,
  parseOneOf,
  parseWebAddress,
  Problem,
  required,
} from "../platform/settings/setting-entry.ts";
import { listKeyForms, readExtendedPublicKey } from "./addresses/extended-public-key.ts";

/** Marked as secret so that the error never repeats it: the operator may have pasted a private key by mistake. */
function xpubEntry(network: ChainNetwork, variable: string, what: string) {
  return optional({
    variable,
    meaning: `The watch-only key for deposit addresses of ${what}. Live mode needs it; a demo ignores it.`,
    allowed: `the extended public key of an account: ${listKeyForms(network)}`,
    secret: true,
    parse: (text): string | Problem => {
      const read = readExtendedPublicKey(network, text);
      return "key" in read ? read.key : new Problem(read.problem);
    },
  });
}

/** The keys for deposit addresses in live mode. A demo generates its own keys, for test networks. */
const keyEntries = {
  depositXpubBtc: xpubEntry("BTC", "DEPOSIT_XPUB_BTC", "Bitcoin"),
  depositXpubLtc: xpubEntry("LTC", "DEPOSIT_XPUB_LTC", "Litecoin"),
  depositXpubEth: xpubEntry("ERC20", "DEPOSIT_XPUB_ETH", "Ethereum and its tokens"),
  depositXpubTron: xpubEntry("TRC20", "DEPOSIT_XPUB_TRON", "Tron and its tokens"),
} as const;

type KeyValues = ParsedEntries<typeof keyEntries>;

function checkLive(values: DepositValues): string[] {
  const names = Object.keys(keyEntries) as (keyof KeyValues)[];
  return names.flatMap((name) => {
    const { variable, allowed } = keyEntries[name];
    return values[name] === undefined ? [`${variable} is not set. Live mode needs it. Allowed: ${allowed}.`] : [];
  });
}

/** @throws Error when a key is missing; the check of the settings reports that at start */
export function toDepositKeys(values: KeyValues): Record<ChainNetwork, string> {
  const { depositXpubBtc: BTC, depositXpubLtc: LTC, depositXpubEth: ERC20, depositXpubTron: TRC20 } = values;
  if (BTC === undefined || LTC === undefined || ERC20 === undefined || TRC20 === undefined) {
    throw new Error("An extended public key for deposits is missing");
  }
  return { BTC, LTC, ERC20, TRC20 };
}

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

const mpesaEntries = {
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

type MpesaValues = ParsedEntries<typeof mpesaEntries>;

const needed = [
  "mpesaConsumerKey",
  "mpesaConsumerSecret",
  "mpesaShortCode",
  "mpesaPasskey",
  "mpesaCallbackSecret",
] as const;

/** M-Pesa needs all of its settings, and an address that it can call. */
function check(values: DepositValues): string[] {
  if (needed.every((name) => values[name] === undefined)) return [];
  const missing = needed.filter((name) => values[name] === undefined).map((name) => mpesaEntries[name].variable);
  if (values.publicOrigin === undefined) missing.push("PUBLIC_ORIGIN");
  return missing.map((variable) => `${variable} is not set. The other settings of M-Pesa need it.`);
}

/** Undefined without M-Pesa. */
function toMpesaSettings(values: MpesaValues): MpesaSettings | undefined {
  const { mpesaConsumerKey: consumerKey, mpesaConsumerSecret: consumerSecret, mpesaShortCode: shortCode } = values;
  const { mpesaPasskey: passkey, mpesaCallbackSecret: callbackSecret } = values;
  if (!consumerKey || !consumerSecret || !shortCode || !passkey || !callbackSecret) return undefined;
  const secrets = { consumerKey, consumerSecret, passkey, callbackSecret };
  return { ...secrets, url: values.mpesaUrl, shortCode, callbackAddresses: values.mpesaCallbackAddresses };
}

type Confirmations = Record<ChainNetwork, ConfirmationStep[]>;
type TokenContracts = Partial<Record<DepositCurrency, string>>;

/** Addresses of nodes, tokens' contracts, and what happens with a payment that they show. */
export interface ChainSettings {
  urls: Partial<Record<ChainNetwork, string>>;
  tronApiKey: string | undefined;
  /** Undefined: those of the main networks. */
  tokens: { ERC20: TokenContracts | undefined; TRC20: TokenContracts | undefined };
  credit: "manual" | "automatic";
  dustBelow: Cents;
  confirmations: Confirmations;
}

const NETWORKS = ["BTC", "LTC", "ERC20", "TRC20"] as const;
const MAX_CONFIRMATIONS = 1_000;
const STEP = /^(\d{1,4})(?:@(\d{1,10}))?$/;

function parseSteps(text: string): ConfirmationStep[] | null {
  const steps = text.split("/").map((part, index): ConfirmationStep | null => {
    const [, count = "", from] = STEP.exec(part.trim()) ?? [];
    const confirmations = Number(count);
    const isFirst = from === undefined;
    if (confirmations < 1 || confirmations > MAX_CONFIRMATIONS || isFirst !== (index === 0)) return null;
    return { confirmations, from: parseCents(from ?? "0") };
  });
  if (!steps.every((step) => step !== null)) return null;
  const isRising = steps.every((step, index) => index === 0 || step.from > (steps[index - 1]?.from ?? 0n));
  return isRising ? steps : null;
}

/** "BTC:2/6@10000, LTC:6": counts by network, and higher ones from a value in US dollars on. */
function parseConfirmations(text: string): Confirmations | Problem {
  const found = new Map<string, ConfirmationStep[]>();
  for (const part of text.split(",")) {
    const [network = "", steps = ""] = part.split(":").map((each) => each.trim());
    const parsed = parseSteps(steps);
    if (!parsed || found.has(network)) return new Problem("is not a list of networks with their confirmations");
    found.set(network, parsed);
  }
  const isComplete = found.size === NETWORKS.length && NETWORKS.every((network) => found.has(network));
  return isComplete
    ? (Object.fromEntries(found) as Confirmations)
    : new Problem("does not name each of BTC, LTC, ERC20 and TRC20 once");
}

/** The least deposit. */
const MOST_DUST = cents(100_00n);

function parseDust(text: string): Cents | Problem {
  const bound = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? parseCents(text) : null;
  return bound !== null && bound >= 1n && bound <= MOST_DUST ? bound : new Problem("is not an amount from 0.01 to 100");
}

function parseNode(text: string): string | Problem {
  const isWeb = URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
  return isWeb ? text : new Problem("is not a web address");
}

function nodeEntry(variable: string, node: string, allowed: string) {
  return optional({
    variable,
    meaning: `The node that shows deposits on ${node}. Not set: an administrator enters them.`,
    allowed,
    secret: true,
    parse: parseNode,
  });
}

function tokensEntry(variable: string, network: "ERC20" | "TRC20", example: string) {
  return optional({
    variable,
    meaning: `The contracts of deposit currencies on ${network}, for test networks. Not set: those of the main network.`,
    allowed: `currencies with their contracts, such as ${example}`,
    parse: (text): TokenContracts | Problem => {
      const tokens: TokenContracts = {};
      for (const part of text.split(",")) {
        const [currency = "", contract = ""] = part.split("=").map((each) => each.trim());
        const isToken = currency === "USDT" || (currency === "USDC" && network === "ERC20");
        if (!isToken || !isPayable(network, contract, true)) return new Problem("is not a list of tokens");
        tokens[currency] = contract;
      }
      return tokens;
    },
  });
}

const chainEntries = {
  depositCredit: required({
    variable: "DEPOSIT_CREDIT",
    fallback: "manual",
    meaning: "Who credits a payment that a node shows: an administrator, or Wazi when it has its confirmations.",
    allowed: "manual or automatic",
    parse: parseOneOf("manual", "automatic"),
  }),
  depositDustBelow: required({
    variable: "DEPOSIT_DUST_BELOW",
    fallback: "1.00",
    meaning:
      "Payments on a chain worth less, in US dollars, are not credited alone and wait for nobody: they count with later ones.",
    allowed: "an amount from 0.01 to 100",
    parse: parseDust,
  }),
  depositConfirmations: required({
    variable: "DEPOSIT_CONFIRMATIONS",
    fallback: "BTC:2/6@10000, LTC:6/12@10000, ERC20:12/32@10000, TRC20:20",
    meaning: "The confirmations that a payment needs, by network, and from a value in US dollars on.",
    allowed: "network:count/count@dollars, for each of BTC, LTC, ERC20 and TRC20",
    parse: parseConfirmations,
  }),
  chainEthUrl: nodeEntry("CHAIN_ETH_URL", "Ethereum", "the JSON-RPC address of a node: http:// or https://"),
  chainEthTokens: tokensEntry("CHAIN_ETH_TOKENS", "ERC20", "USDT=0x…, USDC=0x…"),
  chainTronUrl: nodeEntry("CHAIN_TRON_URL", "Tron", "the HTTP API of a node, such as https://api.trongrid.io"),
  chainTronApiKey: optional({
    variable: "CHAIN_TRON_API_KEY",
    meaning: "The key of TronGrid. A node of your own needs none.",
    allowed: "letters, digits and dashes",
    secret: true,
    parse: (text): string | Problem => (/^[\w-]{1,100}$/.test(text) ? text : new Problem("is not a key")),
  }),
  chainTronTokens: tokensEntry("CHAIN_TRON_TOKENS", "TRC20", "USDT=T…"),
  chainBtcUrl: nodeEntry("CHAIN_BTC_URL", "Bitcoin", "Bitcoin Core's RPC: http://user:password@host:port"),
  chainLtcUrl: nodeEntry("CHAIN_LTC_URL", "Litecoin", "Litecoin Core's RPC: http://user:password@host:port"),
} as const;

type ChainValues = ParsedEntries<typeof chainEntries>;

function toChainSettings(values: ChainValues): ChainSettings {
  const { chainEthUrl: ERC20, chainTronUrl: TRC20, chainBtcUrl: BTC, chainLtcUrl: LTC } = values;
  const urls = Object.fromEntries(
    Object.entries({ ERC20, TRC20, BTC, LTC }).filter(([, url]) => url !== undefined),
  ) as ChainSettings["urls"];
  return {
    urls,
    tronApiKey: values.chainTronApiKey,
    tokens: { ERC20: values.chainEthTokens, TRC20: values.chainTronTokens },
    credit: values.depositCredit,
    dustBelow: values.depositDustBelow,
    confirmations: values.depositConfirmations,
  };
}

/** The values that the checks read. */
type DepositValues = KeyValues & MpesaValues & { publicOrigin: string | undefined };

export const depositSettings = defineSettings({
  title: "Deposits",
  entries: { ...keyEntries, ...chainEntries, ...mpesaEntries },
  check,
  checkLive,
  toSettings: ({ depositXpubBtc, depositXpubLtc, depositXpubEth, depositXpubTron, ...values }) => ({
    ...{ depositXpubBtc, depositXpubLtc, depositXpubEth, depositXpubTron },
    chains: toChainSettings(values),
    mpesa: toMpesaSettings(values),
  }),
});
