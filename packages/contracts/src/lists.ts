import { MINUTE_MS } from "@wazi/domain/durations";

/** Closed lists, in the order in which the screens show them. */
export const markets = ["forex", "crypto", "stocks", "commodities", "indices"] as const;
export type Market = (typeof markets)[number];

export const riskTolerances = ["low", "medium", "high"] as const;
export type RiskTolerance = (typeof riskTolerances)[number];

export const kycStatuses = ["pending", "approved", "rejected"] as const;
export const documentTypes = ["passport", "id_card", "drivers_license"] as const;
export const tradeSides = ["buy", "sell"] as const;
export const withdrawalTypes = ["crypto", "bank", "mpesa"] as const;
export const depositStatuses = ["pending", "completed", "failed"] as const;
export const withdrawalStatuses = ["pending", "processing", "completed", "rejected"] as const;
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
/** Length of the countdown on a pending deposit. */
export const DEPOSIT_WINDOW_MS = 15 * MINUTE_MS;
/** An investment transfer closes a position that is left with less own money than this. */
export const MIN_POSITION_CENTS = 10_000n;
/** Maximum size of one identity image after decoding. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
