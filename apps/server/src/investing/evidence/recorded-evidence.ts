import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BotEvidence, EvidenceHeadline } from "@wazi/contracts";

/** The subject of the record that is the mean of all bots. */
export const ALL_BOTS = "all bots";

/** The recorded evidence of a bot: its answer without the parts that belong to an installation. */
export type RecordedBotEvidence = Omit<BotEvidence, "botId" | "market" | "registration">;

/** The mean of the daily returns of all bots. */
export interface RecordedPlatformEvidence {
  recordedAt: string;
  headline: EvidenceHeadline;
}

/** A record as it is committed: one file, one row. */
export interface EvidenceRecord {
  /** A bot's name, or `ALL_BOTS`. */
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
