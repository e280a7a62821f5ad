import {
  checkSignature,
  formatKey,
  fromBase64,
  isEqual,
  parseCheckpoint,
  rootOf,
  toBase64,
  WITNESS_SIGNATURE,
  type NoteKey,
} from "../checker/index.ts";
import { isConsistent } from "./consistency.ts";
import { signNote } from "./sign-note.ts";

/** A witness's memory of a log: the last checkpoint that it signed. */
export interface SignedHead {
  size: number;
  /** Base64. */
  root: string;
}

/** Keeps one head for each log. `save` returns when it is on the disk. */
export interface WitnessMemory {
  load(origin: string): SignedHead | null;
  save(origin: string, head: SignedHead): void;
}

export interface WitnessOptions {
  name: string;
  secret: Uint8Array;
  /** The logs that it signs for. */
  logs: readonly NoteKey[];
  memory: WitnessMemory;
  now: () => Date;
}

export interface WitnessAnswer {
  status: 200 | 400 | 403 | 404 | 409 | 422;
  text: string;
  /** A conflict names the size of the last signed checkpoint in this form. */
  isSize?: true;
}

const MOST_PROOF_LINES = 63;
const SECOND_MS = 1_000n;

/**
 * Answers add-checkpoint (c2sp.org/tlog-witness): signs a checkpoint that begins with the last one, and refuses every other.
 * It must not run for two requests at once: comparing and saving are one step.
 */
export function addCheckpoint(options: WitnessOptions, request: string): WitnessAnswer {
  const { logs, memory } = options;
  const read = readRequest(request);
  if (read === null) return { status: 400, text: "not an add-checkpoint request\n" };
  const { old, proof, checkpoint } = read;
  const keys = logs.filter(({ name }) => name === checkpoint.origin);
  if (keys.length === 0) return { status: 404, text: "unknown log\n" };
  if (!keys.some((key) => isSignedBy(key, checkpoint))) return { status: 403, text: "not signed by the log\n" };
  if (old > checkpoint.size) return { status: 400, text: "the old size is above the new one\n" };
  const last = memory.load(checkpoint.origin) ?? { size: 0, root: "" };
  const conflict: WitnessAnswer = { status: 409, text: `${last.size}\n`, isSize: true };
  if (old !== last.size) return conflict;
  const root = toBase64(checkpoint.root);
  if (last.size === checkpoint.size && last.size > 0 && last.root !== root) return conflict;
  const earlier = { size: last.size, root: fromBase64(last.root) };
  const isNext = last.size === 0 ? isFirst(checkpoint, proof) : isConsistent(earlier, checkpoint, proof);
  if (!isNext) return { status: 422, text: "the log does not continue\n" };
  memory.save(checkpoint.origin, { size: checkpoint.size, root });
  const time = BigInt(options.now().getTime()) / SECOND_MS;
  const key = { name: options.name, kind: WITNESS_SIGNATURE };
  return { status: 200, text: signNote(checkpoint.body, key, options.secret, time) };
}

type Checkpoint = ReturnType<typeof parseCheckpoint>;

function readRequest(text: string): { old: number; proof: Uint8Array[]; checkpoint: Checkpoint } | null {
  try {
    const end = text.indexOf("\n\n");
    const [head = "", ...lines] = text.slice(0, end).split("\n");
    const [, old] = /^old (0|[1-9]\d{0,14})$/.exec(head) ?? [];
    if (end < 0 || old === undefined || lines.length > MOST_PROOF_LINES) return null;
    return { old: Number(old), proof: lines.map(fromBase64), checkpoint: parseCheckpoint(text.slice(end + 2)) };
  } catch {
    return null;
  }
}

/** A log's first checkpoint continues nothing, so it needs no proof. An empty tree has one root only. */
function isFirst({ size, root }: Checkpoint, proof: readonly Uint8Array[]): boolean {
  return proof.length === 0 && (size > 0 || isEqual(root, rootOf([])));
}

/** Signatures of other keys, and wrong ones, do not count. */
function isSignedBy(key: NoteKey, { body, signatures }: Checkpoint): boolean {
  return signatures.some((line) => {
    try {
      return checkSignature(body, line, key) !== null;
    } catch {
      return false;
    }
  });
}

/** The witness's public key, for the log's operator and for checkers. */
export const formatWitnessKey = (name: string, publicKey: Uint8Array): string =>
  formatKey({ name, kind: WITNESS_SIGNATURE, publicKey });
