import { openChainRails } from "./chain-payout-wiring.ts";
import type { Door } from "../ledger/door/post.ts";
import type { Sql } from "../platform/db/pool.ts";
import type { CallbackSecrets } from "../withdrawals/payouts/callbacks/receive-callback.ts";
import { createDarajaClient } from "../deposits/daraja/daraja-client.ts";
import { createFlutterwaveRail } from "../withdrawals/payouts/flutterwave-rail.ts";
import { createMpesaB2cRail } from "../withdrawals/payouts/mpesa-b2c-rail.ts";
import { createPaystackRail } from "../withdrawals/payouts/paystack-rail.ts";
import { toDollarCents } from "../withdrawals/payouts/convert-amount.ts";
import { createPaperRail } from "../withdrawals/payouts/paper-rail.ts";
import { defaultTiming, type PayoutDeps } from "../withdrawals/payouts/payout-deps.ts";
import type { PayoutRail } from "../withdrawals/payouts/payout-rail.ts";
import type { PayingChain } from "../withdrawals/chain-payouts/paying-chain.ts";
import { findPayoutRate } from "../withdrawals/payouts/rate-store.ts";
import type { Settings } from "./settings/settings.ts";

const PAYSTACK_URL = "https://api.paystack.co";
const FLUTTERWAVE_URL = "https://api.flutterwave.com/v3";

/**
 * The configured rails, in the order in which they are chosen. Sends no request. Empty with PAYOUTS=manual. A demo has paper
 * money, and so a paper rail, and chains of test networks if they are set.
 */
export function openPayoutRails(settings: Settings, sql: Sql, chains: readonly PayingChain[]): readonly PayoutRail[] {
  if (settings.payouts === "manual") return [];
  const now = (): Date => new Date();
  const onChain = openChainRails(chains, { sql, now });
  if (settings.mode === "demo") return [...onChain, createPaperRail()];
  const { paystackSecretKey, flutterwaveSecretKey } = settings;
  const senderName = settings.operator?.name ?? "Wazi";
  return [
    ...onChain,
    ...openMpesaB2c(settings, now),
    ...(paystackSecretKey === undefined
      ? []
      : [createPaystackRail({ url: PAYSTACK_URL, secretKey: paystackSecretKey }, now)]),
    ...(flutterwaveSecretKey === undefined
      ? []
      : [createFlutterwaveRail({ url: FLUTTERWAVE_URL, secretKey: flutterwaveSecretKey, senderName })]),
  ];
}

function openMpesaB2c(settings: Settings, now: () => Date): PayoutRail[] {
  const { b2cShortCode: shortCode, b2cInitiator: initiatorName, b2cCredential: securityCredential } = settings;
  const { b2cConsumerKey: consumerKey, b2cConsumerSecret: consumerSecret, b2cCallbackSecret: secret } = settings;
  if (shortCode === undefined || initiatorName === undefined || securityCredential === undefined) return [];
  if (consumerKey === undefined || consumerSecret === undefined || secret === undefined) return [];
  const daraja = createDarajaClient({ url: settings.b2cUrl, consumerKey, consumerSecret }, { now });
  const callbackUrl = `${settings.publicOrigin ?? ""}/api/callbacks/${secret}`;
  return [createMpesaB2cRail({ shortCode, initiatorName, securityCredential, callbackUrl }, daraja)];
}

/** Picks the secrets and addresses that admit the providers' call-backs. */
export function toCallbackSecrets(settings: Settings): CallbackSecrets {
  const { b2cCallbackSecret: secret, b2cCallbackAddresses: addresses } = settings;
  return {
    mpesa: secret === undefined ? undefined : { secret, addresses },
    paystackSecretKey: settings.paystackSecretKey,
    flutterwaveSecretHash: settings.flutterwaveSecretHash,
  };
}

export function buildPayoutDeps(
  { sql, door, now, settings }: { sql: Sql; door: Door; now: () => Date; settings: Settings },
  rails: readonly PayoutRail[],
): PayoutDeps {
  return {
    sql,
    door,
    now,
    rails,
    dailyLimit: settings.payoutDailyLimit,
    timing: defaultTiming,
    toDollars: async (amount, currency) => {
      const rate = await findPayoutRate(sql, currency, now());
      return rate && toDollarCents(amount, rate);
    },
  };
}
