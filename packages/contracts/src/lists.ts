import { MINUTE_MS } from "@wazi/domain/durations";

/** Closed lists, in the order in which the screens show them. */
export const markets = ["forex", "crypto", "stocks", "commodities", "indices"] as const;
export type Market = (typeof markets)[number];
/** The markets of prices and bots: the five, and that of the core portfolios, whose funds no list of markets shows. */
export const botMarkets = [...markets, "portfolio"] as const;
export type BotMarket = (typeof botMarkets)[number];

export const riskTolerances = ["low", "medium", "high"] as const;
export type RiskTolerance = (typeof riskTolerances)[number];

export const kycStatuses = ["pending", "approved", "rejected"] as const;
export const documentTypes = ["passport", "id_card", "drivers_license"] as const;
export const tradeSides = ["buy", "sell"] as const;
export const depositStatuses = ["pending", "completed", "failed"] as const;
export const withdrawalStatuses = ["pending", "processing", "completed", "rejected"] as const;
/** The rails that withdrawals are paid out over. `manual`: an administrator paid it and recorded its fee. */
export const payoutRails = [
  "manual",
  "paper",
  "mpesa-b2c",
  "paystack",
  "flutterwave",
  "chain-erc20",
  "chain-btc",
  "chain-ltc",
] as const;
export type PayoutRailName = (typeof payoutRails)[number];
/** True for rails whose payments leave in transactions of a chain. Once in one, only the chain decides such a payment. */
export const isChainRail = (rail: string): boolean => rail.startsWith("chain-");
export const payoutRailLabels: Readonly<Record<PayoutRailName, string>> = {
  manual: "By hand",
  paper: "Paper money",
  "mpesa-b2c": "M-Pesa",
  paystack: "Paystack",
  flutterwave: "Flutterwave",
  "chain-erc20": "Ethereum",
  "chain-btc": "Bitcoin",
  "chain-ltc": "Litecoin",
};
/** Where deposits are paid: chains, and M-Pesa. */
export const paymentNetworks = ["TRC20", "ERC20", "BTC", "LTC", "MPESA"] as const;
export const paymentNetworkLabels: Readonly<Record<(typeof paymentNetworks)[number], string>> = {
  TRC20: "Tron",
  ERC20: "Ethereum",
  BTC: "Bitcoin",
  LTC: "Litecoin",
  MPESA: "M-Pesa",
};
/** Currencies in which amounts are shown and paid beside US dollars. */
export const localCurrencies = ["KES", "NGN", "GHS", "ZAR", "TZS", "UGX"] as const;
export type LocalCurrency = (typeof localCurrencies)[number];
export const payoutStates = ["approved", "sent", "unknown", "confirmed", "failed", "cancelled", "reversed"] as const;
export type PayoutState = (typeof payoutStates)[number];
export const feedKinds = ["simulated", "replay", "live"] as const;
export type FeedKind = (typeof feedKinds)[number];

/** Networks of each deposit currency; the first one is preselected. */
export const depositNetworks = {
  USDT: ["TRC20", "ERC20"],
  ETH: ["ERC20"],
  BTC: ["BTC"],
  LTC: ["LTC"],
  USDC: ["ERC20"],
} as const satisfies Record<string, readonly [string, ...string[]]>;
export type DepositCurrency = keyof typeof depositNetworks;
export const depositCurrencies = Object.keys(depositNetworks) as [DepositCurrency, ...DepositCurrency[]];

/** Networks of each withdrawal currency; the first one is preselected. */
export const withdrawalNetworks = {
  USDT: ["TRC20", "ERC20"],
  ETH: ["ERC20"],
  BTC: ["BTC"],
  LTC: ["LTC"],
} as const satisfies Record<string, readonly [string, ...string[]]>;
export type WithdrawalCurrency = keyof typeof withdrawalNetworks;
export type WithdrawalNetwork = (typeof withdrawalNetworks)[WithdrawalCurrency][number];
export const withdrawalCurrencies = Object.keys(withdrawalNetworks) as [WithdrawalCurrency, ...WithdrawalCurrency[]];

export const mpesaCountries = ["Kenya", "Tanzania"] as const;

/** Money limits in cents. */
export const MIN_DEPOSIT_CENTS = 10_000n;
export const MIN_WITHDRAWAL_CENTS = 1_000n;
/**
 * The least amount of a withdrawal on each network, in cents, also when it is the whole balance: about what a payment costs there at busy times.
 * Below it the platform would pay more for sending than it sends.
 */
export const networkMinimumCents = {
  TRC20: 200n,
  ERC20: 1_000n,
  BTC: 500n,
  LTC: 100n,
} as const satisfies Record<WithdrawalNetwork, bigint>;
/** Dollar coins are always worth a dollar here. The rate of the other coins is held for the deposit's window. */
export const isRateHeld = (currency: string): boolean => currency === "BTC" || currency === "LTC" || currency === "ETH";
/** Length of the countdown on a pending deposit. */
export const DEPOSIT_WINDOW_MS = 15 * MINUTE_MS;
/** An investment transfer closes a position that is left with less own money than this. */
export const MIN_POSITION_CENTS = 10_000n;
/** The least that the form of a core portfolio takes: they need no package, so they take less than one costs. */
export const MIN_PORTFOLIO_CENTS = 1_000n;
/** The investor's share of a profit of a core portfolio without a package, in per cent. */
export const SHARE_WITHOUT_PACKAGE_PCT = 70;
/** Maximum size of one identity image after decoding. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** The lengths of the bars of a chart. */
export const candleIntervals = ["1m", "1h", "1d"] as const;
export type CandleInterval = (typeof candleIntervals)[number];
