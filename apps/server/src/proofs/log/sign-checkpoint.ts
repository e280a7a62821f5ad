import { HASH_BYTES, isEqual, LOG_SIGNATURE, LogTree, openCheckpoint, parseKey, type ReadTile } from "@wazi/proofs";
import { formatCheckpoint, signNote } from "@wazi/proofs/witness";
import type { Queryable, Sql } from "../../platform/db/pool.ts";
import { keepCheckpoint, readKeptCheckpoint, type LogSigner } from "./log-signer.ts";
import { countLeaves, lockLog, readHashes, readLogState, saveCheckpoint } from "../../record/api.ts";

/** The log must not go on: what it would sign contradicts what was signed before. */
export class LogStopped extends Error {}

/** Another process has begun the log anew with another key. This one must be restarted. */
export class LogRenewed extends LogStopped {}

/**
 * Adds the witnesses' signatures to a checkpoint. `published` is the newest published one, null before the first.
 * @throws LogStopped when a witness knows another log of this name
 */
export type Cosign = (note: string, published: string | null, tree: LogTree) => Promise<string>;

const TILE_PATH = /^tile\/(\d+)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/;

/** Reads the tiles of a tree from the database. */
export function readTilesOf(sql: Queryable): ReadTile {
  return async (path) => {
    const [, level = "0", number = "0", width] = TILE_PATH.exec(path) ?? [];
    const hashes = await readHashes(sql, Number(level), Number(number.replaceAll(/[x/]/g, "")));
    return hashes.slice(0, Number(width ?? "256") * HASH_BYTES);
  };
}

const openTree = (sql: Queryable, size: number): LogTree => new LogTree(size, readTilesOf(sql));

/**
 * Signs the tree that the database has now, after checking that it begins with the last one that was signed. The checkpoint
 * is kept on the disk before it is published, so a database that was restored or forked is found at the next one.
 * @returns the size that is signed; null when another process has the lock
 * @throws LogStopped
 */
export async function signCheckpoint(sql: Sql, signer: LogSigner, cosign: Cosign): Promise<number | null> {
  return sql.begin(async (tx) => {
    if (!(await lockLog(tx))) return null;
    const state = await readLogState(tx);
    if (state && state.publicKey !== signer.publicKey)
      throw new LogRenewed("the log was begun anew with another key: restart this process");
    const size = await countLeaves(tx);
    const tree = openTree(tx, size);
    const kept = readKeptCheckpoint(signer);
    const isNew = kept === null || (await checkKept(tx, signer, kept, size)) < size;
    const note = isNew ? await sign(signer, tree) : kept;
    if (isNew) keepCheckpoint(signer, note);
    const published = state?.checkpoint ?? null;
    const cosigned = await cosign(note, published, tree);
    if (cosigned !== published) await saveCheckpoint(tx, cosigned);
    return size;
  });
}

async function sign({ origin, secret }: LogSigner, tree: LogTree): Promise<string> {
  const body = formatCheckpoint(origin, { size: tree.size, root: await tree.root() });
  return `${body}\n${signNote(body, { name: origin, kind: LOG_SIGNATURE }, secret)}`;
}

/** @returns the size of the last signed tree, which the database's tree begins with */
async function checkKept(tx: Queryable, signer: LogSigner, kept: string, size: number): Promise<number> {
  const last = openCheckpoint(kept, parseKey(signer.publicKey));
  if (last.size > size) {
    throw new LogStopped(
      `a checkpoint of ${last.size} leaves is signed, and the database has ${size}: the database is older than its log`,
    );
  }
  if (!isEqual(await openTree(tx, last.size).root(), last.root))
    throw new LogStopped(`the first ${last.size} leaves in the database are not the ones that were signed`);
  return last.size;
}
