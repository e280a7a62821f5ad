import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EvidenceHeadline, EvidenceKeep, EvidenceMoney } from "@wazi/contracts";
import { RECORDED_FOLDER } from "./recorded-evidence.ts";

/** The money of a record under `PROFIT_SHARE_ABOVE=bills`. The record itself has it under the default. */
export interface KeptAboveBills {
  /** The hash of the rule. */
  parameters: string;
  /** Evidence after the share needs some before it. */
  verdict: EvidenceHeadline["verdict"];
  money: EvidenceMoney;
  keeps: EvidenceKeep[];
}

/** By the bot's name. */
export type KeptByBot = Readonly<Record<string, KeptAboveBills>>;

/** In a folder of its own, because a file beside the records is a record. */
const FILE = join("above-bills", "kept.json");

/** The committed file; `npm run evidence -- --record --share-above bills` writes it. */
export const KEPT_FILE = join(RECORDED_FOLDER, FILE);

export function readKeptAboveBills(path: string = join(import.meta.dirname, "recorded", FILE)): KeptByBot {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as KeptByBot) : {};
}

/** A record with what is kept above bills, if that is of the same rule, verdict and growth. */
export function followShare<T extends { headline: EvidenceHeadline; keeps?: EvidenceKeep[] | null | undefined }>(
  record: T,
  parameters: string,
  kept: KeptAboveBills | undefined,
): T {
  const { headline } = record;
  const isSame = kept?.parameters === parameters && kept.verdict === headline.verdict;
  if (!isSame || !isSameGrowth(headline.money, kept.money)) return record;
  const keeps = record.keeps ? { keeps: kept.keeps } : {};
  return { ...record, ...keeps, headline: { ...headline, money: kept.money } };
}

function isSameGrowth(one: EvidenceMoney | null, other: EvidenceMoney): boolean {
  return one !== null && one.bot === other.bot && one.bills === other.bills && one.years === other.years;
}
