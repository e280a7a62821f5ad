import type { PublicSettings } from "@wazi/contracts";
import { formatCents } from "@wazi/domain";
import type { Settings } from "./settings.ts";

/** The settings that every visitor may see; only TLS depends on the request. */
export type SharedSettings = Omit<PublicSettings, "isTls">;

/** @param losingAccountsPct the share of losing accounts; null when it is not known */
export function toPublicSettings(settings: Settings, losingAccountsPct: number | null): SharedSettings {
  return {
    mode: settings.mode,
    profitShareAbove: settings.profitShareAbove,
    balanceInterestLegalBasis: settings.balanceInterestLegalBasis ?? null,
    feed: settings.marketFeed.kind,
    simulatedSpeed: settings.simulatedSpeed,
    broker: settings.mode === "live" && settings.brokers.length > 0 ? "live" : "paper",
    supportUrl: settings.supportUrl ?? null,
    whatsappUrl: settings.whatsappUrl ?? null,
    losingAccountsPct,
    mpesaPaybill: settings.mpesa?.shortCode ?? null,
    depositDustBelow: formatCents(settings.chains.dustBelow),
    operator: settings.mode === "live" ? toPublicOperator(settings) : null,
  };
}

function toPublicOperator({ operator }: Settings): PublicSettings["operator"] {
  return operator ? { ...operator, countriesServed: [...operator.countriesServed] } : null;
}
