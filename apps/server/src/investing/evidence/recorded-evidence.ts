import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BotEvidence, EvidenceHeadline, SeriesEvidence } from "@wazi/contracts";

/** The recorded evidence of a bot: its answer without the parts that belong to an installation. */
export type RecordedBotEvidence = Omit<BotEvidence, "botId" | "market" | "registration" | "localKeeps">;

/** A record of this version or of one before. */
export type StoredEvidence = Omit<
  RecordedBotEvidence,
  "headline" | "series" | "trials" | "compositions" | "monthlyExcess" | "keeps"
> & {
  headline: StoredHeadline;
  series: (Omit<SeriesEvidence, "couldNotBuyBefore"> & Partial<SeriesEvidence>)[];
} & Partial<Pick<RecordedBotEvidence, "trials" | "compositions" | "monthlyExcess" | "keeps">>;

type NewFigure = "verdictReason" | "sharpeBasis" | "pValue" | "difference" | "alpha" | "couldNotBuyBefore" | "money";

/** A headline of this version or of one before, which lacks some figures. */
export type StoredHeadline = Omit<EvidenceHeadline, NewFigure> & Partial<EvidenceHeadline>;

const EARLIER_RULES = "This record was made before today's rules.";

/**
 * Reads a headline that an earlier version recorded. Its verdict was given by other rules, on the mean of lone series, so it counts as
 * not judged.
 */
export function readHeadline(stored: StoredHeadline): EvidenceHeadline {
  const { verdictReason } = stored;
  const missing = {
    verdictReason: EARLIER_RULES,
    sharpeBasis: "returns",
    pValue: null,
    difference: null,
    alpha: null,
    couldNotBuyBefore: null,
    money: null,
  } as const;
  return verdictReason === undefined
    ? { ...stored, ...missing, verdict: "not-judged" }
    : { ...missing, ...stored, verdictReason };
}

/** Reads a record of any version. */
export function readStoredEvidence(stored: StoredEvidence): RecordedBotEvidence {
  return {
    ...stored,
    headline: readHeadline(stored.headline),
    series: stored.series.map((each) => ({ couldNotBuyBefore: null, ...each, verdict: "not-judged" })),
    trials: stored.trials ?? stored.variants.count,
    compositions: stored.compositions ?? [],
    monthlyExcess: stored.monthlyExcess ?? null,
    keeps: stored.keeps ?? null,
  };
}

/** A record as it is committed: one file, one row. */
export interface EvidenceRecord {
  /** A bot's name. */
  subject: string;
  recordedAt: string;
  /** SHA-256 of the document's text. */
  hash: string;
  /** JSON text. */
  document: string;
}

/** Beside this file in the source, and beside the bundle in a build. */
const FOLDER = "recorded";

/** The folder of the committed records; `npm run evidence -- --record` writes it. */
export const RECORDED_FOLDER = join("apps", "server", "src", "investing", "evidence", FOLDER);

/** Reads the records that come with this version, one for each file. */
export function readRecordedEvidence(folder: string = join(import.meta.dirname, FOLDER)): EvidenceRecord[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => parseRecord(readFileSync(join(folder, name), "utf8")));
}

function parseRecord(text: string): EvidenceRecord {
  const { subject, ...document } = JSON.parse(text) as { subject: string; recordedAt: string };
  const json = JSON.stringify(document);
  return { subject, recordedAt: document.recordedAt, hash: computeHash(`${subject}\n${json}`), document: json };
}

/** SHA-256 of a text, in hexadecimal. */
export function computeHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
