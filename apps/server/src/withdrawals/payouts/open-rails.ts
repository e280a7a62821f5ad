import { createDarajaClient } from "../../deposits/api.ts";
import { createFlutterwaveRail } from "./flutterwave-rail.ts";
import { createMpesaB2cRail } from "./mpesa-b2c-rail.ts";
import type { PayoutRail } from "./payout-rail.ts";
import { createPaystackRail } from "./paystack-rail.ts";
import type { CallbackSecrets } from "./callbacks/receive-callback.ts";
import type { WithdrawalSettings } from "../settings.ts";

const SHOWN_CHARACTERS = 8;

/** Pays paper money, in demo mode: every payment is confirmed with a paper receipt, at the first question. Nothing leaves. */
export function createPaperRail(): PayoutRail {
  return {
    name: "paper",
    label: "Paper money",
    findCurrency: () => "USD",
    countPlaces: () => 2,
    findRecipientName: () => Promise.resolve(null),
    send: ({ reference }) => Promise.resolve({ kind: "accepted", providerId: `paper-${reference}` }),
    query: ({ reference, amount, currency }) =>
      Promise.resolve({
        kind: "paid",
        receipt: `PAPER-${reference.replaceAll("-", "").slice(0, SHOWN_CHARACTERS).toUpperCase()}`,
        amount,
        currency,
        fee: { amount: "0", currency },
        recipientName: null,
      }),
  };
}

const PAYSTACK_URL = "https://api.paystack.co";
const FLUTTERWAVE_URL = "https://api.flutterwave.com/v3";

export interface RailSettings extends WithdrawalSettings {
  mode: "demo" | "live";
  publicOrigin: string | undefined;
  operator: { name: string } | undefined;
}

/**
 * Opens the rails of the settings other than chains, in the order in which they are chosen. Sends no request. A demo has paper money, and
 * so a paper rail.
 */
export function openRails(settings: RailSettings, now: () => Date): readonly PayoutRail[] {
  if (settings.mode === "demo") return [createPaperRail()];
  const { paystackSecretKey, flutterwaveSecretKey } = settings;
  const senderName = settings.operator?.name ?? "Wazi";
  return [
    ...openMpesaB2c(settings, now),
    ...(paystackSecretKey === undefined
      ? []
      : [createPaystackRail({ url: PAYSTACK_URL, secretKey: paystackSecretKey }, now)]),
    ...(flutterwaveSecretKey === undefined
      ? []
      : [createFlutterwaveRail({ url: FLUTTERWAVE_URL, secretKey: flutterwaveSecretKey, senderName })]),
  ];
}

function openMpesaB2c(settings: RailSettings, now: () => Date): PayoutRail[] {
  const { b2cShortCode: shortCode, b2cInitiator: initiatorName, b2cCredential: securityCredential } = settings;
  const { b2cConsumerKey: consumerKey, b2cConsumerSecret: consumerSecret, b2cCallbackSecret: secret } = settings;
  if (shortCode === undefined || initiatorName === undefined || securityCredential === undefined) return [];
  if (consumerKey === undefined || consumerSecret === undefined || secret === undefined) return [];
  const daraja = createDarajaClient({ url: settings.b2cUrl, consumerKey, consumerSecret }, { now });
  const callbackUrl = `${settings.publicOrigin ?? ""}/api/callbacks/${secret}`;
  return [createMpesaB2cRail({ shortCode, initiatorName, securityCredential, callbackUrl }, daraja)];
}

/** Picks the secrets and addresses that admit the providers' call-backs. */
export function toCallbackSecrets(settings: WithdrawalSettings): CallbackSecrets {
  const { b2cCallbackSecret: secret, b2cCallbackAddresses: addresses } = settings;
  return {
    mpesa: secret === undefined ? undefined : { secret, addresses },
    paystackSecretKey: settings.paystackSecretKey,
    flutterwaveSecretHash: settings.flutterwaveSecretHash,
  };
}
