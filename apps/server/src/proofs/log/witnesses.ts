import { checkSignature, parseCheckpoint, toBase64, type LogTree, type NoteKey } from "@wazi/proofs";
import { proveConsistency } from "@wazi/proofs/witness";
import { LogStopped, type Cosign } from "./sign-checkpoint.ts";

/** A witness that cosigns our checkpoints. */
interface WitnessAddress {
  url: string;
  key: NoteKey;
}

const ANSWER_WITHIN_MS = 3_000;
/** A witness that did not answer is asked again after this time. */
const PAUSE_MS = 30_000;
const MAX_ANSWER_CHARACTERS = 4_000;
const CONFLICT = 409;
const UNPROCESSABLE = 422;

interface Witness extends WitnessAddress {
  /** The size of the last checkpoint that it signed, as far as we know. */
  size: number;
  pausedUntil: number;
}

type Warn = (text: string) => void;

/** Asks all witnesses at the same time. One that does not answer leaves the checkpoint without its signature for now. */
export function createCosigner(addresses: readonly WitnessAddress[], warn: Warn): Cosign {
  const witnesses = addresses.map((address): Witness => ({ ...address, size: 0, pausedUntil: 0 }));
  return async (note, published, tree) => {
    const known = published?.startsWith(note) ? parseCheckpoint(published).signatures : [];
    const lines = await Promise.all(
      witnesses.map(async (witness) => {
        const signed = known.find((line) => isBy(witness, note, line));
        return signed ?? (await ask(witness, note, tree, warn)) ?? "";
      }),
    );
    return note + lines.join("");
  };
}

function isBy({ key }: Witness, note: string, line: string): boolean {
  return checkSignature(parseCheckpoint(note).body, line, key) !== null;
}

async function ask(witness: Witness, note: string, tree: LogTree, warn: Warn): Promise<string | null> {
  if (Date.now() < witness.pausedUntil) return null;
  try {
    return (await submit(witness, note, tree)) ?? (await submit(witness, note, tree));
  } catch (error) {
    if (error instanceof LogStopped) throw error;
    witness.pausedUntil = Date.now() + PAUSE_MS;
    warn(`the witness ${witness.key.name} did not sign: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** c2sp.org/tlog-witness, add-checkpoint. @returns null when the witness named another size to start from */
async function submit(witness: Witness, note: string, tree: LogTree): Promise<string | null> {
  const { key, url } = witness;
  const proof = (await proveConsistency(tree, witness.size)).map((each) => `${toBase64(each)}\n`).join("");
  const answer = await fetch(`${url.replace(/\/$/, "")}/add-checkpoint`, {
    method: "POST",
    body: `old ${witness.size}\n${proof}\n${note}`,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const text = (await answer.text()).slice(0, MAX_ANSWER_CHARACTERS);
  if (answer.status === CONFLICT) {
    const size = /^\d{1,15}\n?$/.test(text) ? Number(text) : NaN;
    if (size > tree.size || size === witness.size)
      throw new LogStopped(`the witness ${key.name} has signed another log under this name (${text.trim()} leaves)`);
    if (Number.isNaN(size)) throw new Error("an unknown answer");
    witness.size = size;
    return null;
  }
  if (answer.status === UNPROCESSABLE)
    throw new LogStopped(`the witness ${key.name} has signed another log under this name`);
  const { body } = parseCheckpoint(note);
  const line = text.match(/^— .*\n/gm)?.find((each) => answer.ok && checkSignature(body, each, key) !== null);
  if (line === undefined) throw new Error(`an answer of ${answer.status} without its signature`);
  witness.size = tree.size;
  return line;
}
