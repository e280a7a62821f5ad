import type { PublicSettings } from "@wazi/contracts";
import { MINUTE_MS } from "@wazi/contracts";
import { computeLosingAccountsPct } from "../core/investors/losing-accounts.ts";
import type { Sql } from "../db/pool.ts";
import type { Settings } from "./settings.ts";

/** The share of losing accounts is computed over all accounts, so that visitors share one answer for this long. */
const CACHE_MS = MINUTE_MS;

/** The settings that every visitor may see; only TLS depends on the request. */
export type SharedSettings = Omit<PublicSettings, "isTls">;

interface PublicSettingsDeps {
  settings: Settings;
  sql: Sql;
  now: () => Date;
  maxPriceAgeMs: number;
}

/** Reads the public settings at most once a minute. A failed read is not kept. */
export function createPublicSettingsReader(deps: PublicSettingsDeps): () => Promise<SharedSettings> {
  let cached: { at: number; answer: Promise<SharedSettings> } | null = null;
  return () => {
    const at = deps.now().getTime();
    if (cached && at - cached.at < CACHE_MS) return cached.answer;
    const answer = readPublicSettings(deps);
    answer.catch(() => (cached = null));
    cached = { at, answer };
    return answer;
  };
}

async function readPublicSettings({ settings, sql, maxPriceAgeMs }: PublicSettingsDeps): Promise<SharedSettings> {
  return {
    mode: settings.mode,
    feed: settings.marketFeed.kind,
    simulatedSpeed: settings.simulatedSpeed,
    broker: settings.broker.kind === "paper" ? "paper" : "live",
    supportUrl: settings.supportUrl ?? null,
    whatsappUrl: settings.whatsappUrl ?? null,
    losingAccountsPct: await computeLosingAccountsPct(sql, maxPriceAgeMs),
    operator: settings.mode === "live" ? toPublicOperator(settings) : null,
  };
}

function toPublicOperator({ operator }: Settings): PublicSettings["operator"] {
  return operator ? { ...operator, countriesServed: [...operator.countriesServed] } : null;
}
