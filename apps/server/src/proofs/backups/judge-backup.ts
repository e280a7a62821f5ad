import { checkSignature, openCheckpoint, parseCheckpoint, parseKey } from "@wazi/proofs";
import type { Manifest } from "../../platform/backup/backup-format.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { listRenewals, readLogState } from "../../record/api.ts";
import { checkDatabase } from "../log/check-database.ts";
import { compareManifest, isSeal, openSeal, type Seal } from "./backup-seal.ts";
import { compareRoots } from "./compare-roots.ts";

/** Keys and checkpoints for a comparison, from another place than the backup and the database. */
export interface Given {
  /** Public keys of backups and of the log. */
  keys: readonly string[];
  /** The text of a seal, or of a checkpoint of the log. */
  kept: string | null;
  /** The public key of a witness. */
  witness: string | null;
}

/** The result of a comparison in sentences. */
export interface Verdict {
  /** Sentences about all that agrees. */
  found: string[];
  /** Sentences about all that could not be compared; empty when all is verified. */
  missing: string[];
  /** All that differs. */
  problems: string[];
}

export const createVerdict = (): Verdict => ({ found: [], missing: [], problems: [] });

const MOST_NAMED = 10;
const NO_SIGNATURE =
  "This backup has no signature. Backups of versions up to 0.3.0 have none; of a later one, somebody removed it. To restore it without that check, add --unsigned.";

/** One line that never says "verified" without a key and a checkpoint that were given. */
export function formatVerdict({ found, missing, problems }: Verdict): string {
  if (problems.length > 0) return `Not verified: ${problems.slice(0, MOST_NAMED).join("; ")}.`;
  return `${missing.length === 0 ? "Verified" : "Consistent, not verified"}: ${[...missing, ...found].join(" ")}`;
}

/** @throws StartError that names what differs */
export function refuseProblems(verdict: Verdict): void {
  if (verdict.problems.length > 0) throw new StartError(`${formatVerdict(verdict)} Nothing was restored.`);
}

/**
 * Compares a backup's manifest with its signature and with a kept seal, before anything is written.
 * @returns the seal; null for a backup without one
 * @throws StartError that names what differs, or says that the signature is missing
 */
export function judgeManifest(
  { manifest, seal: text }: { manifest: Manifest; seal: string | null },
  given: Given,
  { verdict, isUnsignedAllowed }: { verdict: Verdict; isUnsignedAllowed: boolean },
): Seal | null {
  if (given.kept !== null && isSeal(given.kept)) {
    const { seal: kept } = openSeal(given.kept, given.keys);
    if (kept.createdAt === manifest.createdAt) {
      verdict.problems.push(...compareManifest(manifest, kept));
      verdict.found.push("It is the backup of the kept seal.");
    }
  }
  if (text === null) {
    refuseProblems(verdict);
    if (!isUnsignedAllowed) throw new StartError(NO_SIGNATURE);
    verdict.missing.push("The backup has no signature.");
    return null;
  }
  const { seal, isKeyGiven } = openSeal(text, given.keys);
  verdict.problems.push(...compareManifest(manifest, seal));
  if (isKeyGiven) verdict.found.push("It is signed with the given key.");
  else verdict.missing.push(`It is signed with its own key (${seal.key}), and no other was given (--key).`);
  verdict.problems = [...new Set(verdict.problems)];
  refuseProblems(verdict);
  return seal;
}

/** Compares the rows of a database with the seal of its backup, with its own signed log, and with what was kept elsewhere. */
export async function judgeRows(sql: Queryable, seal: Seal | null, given: Given, verdict: Verdict): Promise<void> {
  if (seal !== null) {
    const problems = await compareRoots(sql, seal);
    verdict.problems.push(...(problems === "newer" ? ["the public log has fewer leaves than were signed"] : problems));
  }
  const state = await readLogState(sql);
  if (state?.checkpoint) {
    const { problems } = await checkDatabase(sql, null);
    verdict.problems.push(...problems.filter((problem) => !problem.startsWith("the log has stopped")));
  }
  const isCompared = [await judgeKept(sql, given, verdict), await judgeWitness(sql, given, verdict)].includes(true);
  if (!isCompared) verdict.missing.push("It was compared with no checkpoint that was kept elsewhere (--checkpoint).");
}

/** @returns true when the rows were compared with a kept seal or checkpoint */
async function judgeKept(sql: Queryable, { kept, keys }: Given, verdict: Verdict): Promise<boolean> {
  if (kept === null) return false;
  const roots = isSeal(kept) ? openKeptSeal(kept, keys, verdict) : await openKept(sql, kept, keys, verdict);
  const problems = await compareRoots(sql, roots);
  if (problems === "newer") {
    verdict.missing.push(
      `The kept checkpoint is newer (${roots.log.size} leaves of the log): what came after the backup is missing here.`,
    );
    return false;
  }
  verdict.problems.push(...problems);
  verdict.found.push(`The log begins with the ${roots.log.size} leaves of the kept checkpoint.`);
  return true;
}

function openKeptSeal(kept: string, keys: readonly string[], verdict: Verdict): Seal {
  const { seal, isKeyGiven } = openSeal(kept, keys);
  if (!isKeyGiven) verdict.missing.push("The kept seal is signed with its own key, and no other was given (--key).");
  return seal;
}

/** Opens a checkpoint of the log with a given key of its name, else with one that the database says. */
async function openKept(
  sql: Queryable,
  kept: string,
  keys: readonly string[],
  verdict: Verdict,
): Promise<{ log: Seal["log"] }> {
  try {
    const { origin } = parseCheckpoint(kept);
    const isNamed = (key: string): boolean => parseKey(key).name === origin;
    const given = keys.find(isNamed);
    const own = [(await readLogState(sql))?.publicKey ?? "", ...(await listRenewals(sql)).map(({ oldKey }) => oldKey)];
    const key = given ?? own.find((each) => each !== "" && isNamed(each));
    if (key === undefined) throw new Error("it is of another log");
    if (given === undefined) verdict.missing.push("No key of the public log was given (--key).");
    const { size } = openCheckpoint(kept, parseKey(key));
    return { log: { size, root: kept.split("\n")[2] ?? "" } };
  } catch (error) {
    throw new StartError(
      `The checkpoint cannot be used: ${error instanceof Error ? error.message : String(error)}. Nothing was changed.`,
    );
  }
}

/** @returns true when the log's own checkpoint, whose leaves the database has, is signed by the witness */
async function judgeWitness(sql: Queryable, { witness }: Given, verdict: Verdict): Promise<boolean> {
  if (witness === null) return false;
  const state = await readLogState(sql);
  const { body, size, signatures } = parseCheckpoint(state?.checkpoint ?? "\n0\n\n\n");
  const seen = signatures.map((line) => checkSignature(body, line, parseKey(witness))).find((time) => time !== null);
  if (seen === undefined) {
    verdict.problems.push("the witness has not signed the log's checkpoint");
    return false;
  }
  verdict.found.push(`The witness signed ${size} leaves at ${new Date(Number(seen) * 1_000).toISOString()}.`);
  return true;
}
