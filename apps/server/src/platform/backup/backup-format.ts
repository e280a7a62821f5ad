import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod/mini";
import { StartError } from "../process/start-error.ts";

/** Changes when an older program could not read a backup. */
export const FORMAT = 1;
export const MANIFEST = "backup.json";
export const TABLES = "tables";
export const DOCUMENTS = "documents";
/** The files beside a backup's folder: its name with these ends. */
export const DOCUMENT_KEY_SUFFIX = ".key";
export const LOG_KEY_SUFFIX = ".log.key";
export const SEAL_SUFFIX = ".seal";

const file = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() });

const manifest = z.object({
  format: z.number(),
  waziVersion: z.string(),
  postgresVersion: z.string(),
  mode: z.nullable(z.string()),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.extend(file, { name: z.string(), columns: z.string(), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.nullable(z.string()) })),
  documents: z.array(z.extend(file, { id: z.string() })),
});

/** The contents of a backup. It is the last file of a backup, so a folder without it is no backup. */
export type Manifest = z.infer<typeof manifest>;
export type BackupFile = z.infer<typeof file>;

const wrapped = z.object({ sha256: z.string(), seal: z.optional(z.string()), backup: manifest });

const hashText = (text: string): string => createHash("sha256").update(text).digest("hex");

export const hashManifest = (backup: Manifest): string => hashText(JSON.stringify(backup));

/** The manifest with its own checksum, so that a change of it is found too, and the signature that says who wrote it. */
export function formatManifest(backup: Manifest, seal: string): string {
  return `${JSON.stringify({ sha256: hashManifest(backup), seal, backup }, null, 1)}\n`;
}

/**
 * @returns the manifest, and its signature; null for a backup of a version that did not sign
 * @throws StartError when the folder is no complete backup of a known format
 */
export function readManifest(folder: string): { manifest: Manifest; seal: string | null } {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new StartError(`${folder} is not a complete backup: it has no ${MANIFEST}.`);
  let raw: { backup?: unknown };
  let parsed: z.infer<typeof wrapped>;
  try {
    raw = JSON.parse(readFileSync(path, "utf8")) as { backup?: unknown };
    parsed = wrapped.parse(raw);
  } catch {
    throw new StartError(`${path} is damaged. Use another backup.`);
  }
  const { sha256, seal = null } = parsed;
  const backup = raw.backup as Manifest;
  if (backup.format !== FORMAT)
    throw new StartError(`${folder} has the format ${backup.format} of a newer version of Wazi. Use that version.`);
  // As written: the schema puts the fields into an order of its own.
  if (hashText(JSON.stringify(raw.backup)) !== sha256) throw new StartError(`${path} was changed. Use another backup.`);
  return { manifest: backup, seal };
}

/** Checks the size and the checksum of every file before anything is restored. @throws StartError */
export async function checkFiles(folder: string, { tables, documents }: Manifest): Promise<void> {
  for (const each of [...tables, ...documents]) {
    const damage = await findDamage(folder, each);
    if (damage === null) continue;
    const state = damage.includes("missing") ? "not complete" : "damaged";
    throw new StartError(`${folder} is ${state}: ${damage}. Use another backup.`);
  }
}

/** @returns how a file's size or content differs from what was written; null when it does not */
export async function findDamage(folder: string, { path, bytes, sha256 }: BackupFile): Promise<string | null> {
  const full = join(folder, path);
  if (!existsSync(full)) return `${path} is missing`;
  const hash = createHash("sha256");
  let read = 0;
  await pipeline(createReadStream(full), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      read += chunk.length;
      hash.update(chunk);
    }
  });
  if (read === bytes && hash.digest("hex") === sha256) return null;
  return `${path} has ${read} of ${bytes} bytes or another content`;
}
