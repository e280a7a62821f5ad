import type { DepositCurrency } from "@wazi/contracts";
import { parseCents, type ConfirmationStep } from "@wazi/domain";
import { isPayable, type ChainNetwork } from "./addresses/check-address.ts";
import { optional, parseOneOf, Problem, required, type ParsedEntries } from "../platform/settings/setting-entry.ts";

type Confirmations = Record<ChainNetwork, ConfirmationStep[]>;
type TokenContracts = Partial<Record<DepositCurrency, string>>;

/** Addresses of nodes, tokens' contracts, and what happens with a payment that they show. */
export interface ChainSettings {
  urls: Partial<Record<ChainNetwork, string>>;
  tronApiKey: string | undefined;
  /** Undefined: those of the main networks. */
  tokens: { ERC20: TokenContracts | undefined; TRC20: TokenContracts | undefined };
  credit: "manual" | "automatic";
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

export const chainEntries = {
  depositCredit: required({
    variable: "DEPOSIT_CREDIT",
    fallback: "manual",
    meaning: "Who credits a payment that a node shows: an administrator, or Wazi when it has its confirmations.",
    allowed: "manual or automatic",
    parse: parseOneOf("manual", "automatic"),
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

export type ChainValues = ParsedEntries<typeof chainEntries>;

export function toChainSettings(values: ChainValues): ChainSettings {
  const { chainEthUrl: ERC20, chainTronUrl: TRC20, chainBtcUrl: BTC, chainLtcUrl: LTC } = values;
  const urls = Object.fromEntries(
    Object.entries({ ERC20, TRC20, BTC, LTC }).filter(([, url]) => url !== undefined),
  ) as ChainSettings["urls"];
  return {
    urls,
    tronApiKey: values.chainTronApiKey,
    tokens: { ERC20: values.chainEthTokens, TRC20: values.chainTronTokens },
    credit: values.depositCredit,
    confirmations: values.depositConfirmations,
  };
}
