import { readFromWeb, readWholeLog } from "../log-files.ts";
import { checkSignature, openCheckpoint, parseKey } from "../note.ts";
import { describeRenewals } from "../renewals/describe-renewals.ts";

interface LogChecks {
  /** The log's public key, from a place that you trust; undefined takes the one that the log answers. */
  key: string | undefined;
  /** A checkpoint that the log must continue. */
  since: string | undefined;
  /** The public key of a witness that must have signed. */
  witness: string | undefined;
}

/**
 * Reads a whole log, with the checks that are asked for.
 * @param say is told what was found, in sentences
 * @returns all leaves
 * @throws Error that says what is wrong
 */
export async function checkWholeLog(
  base: string,
  { key: given, since, witness }: LogChecks,
  say: (text: string) => unknown,
): Promise<string[]> {
  const read = readFromWeb(base);
  const readText = async (path: string): Promise<string> => new TextDecoder().decode(await read(path));
  const key = parseKey(given ?? (await readText("key")));
  const { body, signatures, ...checkpoint } = openCheckpoint(await readText("checkpoint"), key);
  const earlier = since === undefined ? undefined : openCheckpoint(since, key);
  const leaves = await readWholeLog(checkpoint, read, earlier);
  say(`The log of ${leaves.length} leaves has the signed root${earlier ? ", and continues the earlier one" : ""}.`);
  for (const sentence of describeRenewals(leaves)) say(sentence);
  if (witness === undefined) return leaves;
  const seen = signatures.map((line) => checkSignature(body, line, parseKey(witness))).find((time) => time !== null);
  if (seen === undefined) throw new Error("the witness has not signed this checkpoint");
  say(`The witness signed it at ${new Date(Number(seen) * 1_000).toISOString()}.`);
  return leaves;
}
