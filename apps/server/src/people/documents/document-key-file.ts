import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DOCUMENT_KEY_BYTES } from "./document-keys.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { writeSynced } from "../../platform/process/write-synced.ts";

/** The file has one base64 key per line, newest first. */
export function getDocumentKeyPath(dataDir: string): string {
  return join(dataDir, "keys", "documents.key");
}

/** Reads the keys; none when the file does not exist. @throws StartError when it cannot be read or has invalid keys */
export function readDocumentKeyFile(dataDir: string): Buffer[] {
  return readKeysOf(getDocumentKeyPath(dataDir));
}

/** Reads the keys of a key file anywhere, as readDocumentKeyFile. */
export function readKeysOf(path: string): Buffer[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new StartError(`Cannot read ${path}, the key file of the identity documents (${code ?? "unknown"}).`);
  }
  const keys = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => Buffer.from(line.trim(), "base64"));
  if (keys.length === 0 || keys.some(({ length }) => length !== DOCUMENT_KEY_BYTES)) {
    throw new StartError(
      `${path} must have one key per line: ${DOCUMENT_KEY_BYTES} bytes in base64. Restore it from a backup.`,
    );
  }
  return keys;
}

/** Creates the file with a first key if it is missing. Safe when two processes start at the same time. */
export function ensureDocumentKeyFile(dataDir: string): Buffer[] {
  const path = getDocumentKeyPath(dataDir);
  const kept = readDocumentKeyFile(dataDir);
  if (kept.length > 0) return kept;
  let draft: string;
  try {
    draft = writeDraft(path, [randomBytes(DOCUMENT_KEY_BYTES)]);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `Cannot create ${path}, the key file of the identity documents (${code ?? "unknown"}). Set DATA_DIR to a writable folder, or set DOCUMENT_KEY.`,
    );
  }
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readDocumentKeyFile(dataDir);
}

/** Adds a new first key. A running server reads the file again when a document needs a key that it does not have. */
export function addDocumentKey(dataDir: string): Buffer[] {
  const path = getDocumentKeyPath(dataDir);
  renameSync(writeDraft(path, [randomBytes(DOCUMENT_KEY_BYTES), ...readDocumentKeyFile(dataDir)]), path);
  return readDocumentKeyFile(dataDir);
}

/** Writes the keys of a backup. @throws StartError when the data folder has other keys */
export function restoreDocumentKeyFile(dataDir: string, keys: readonly Buffer[]): void {
  const path = getDocumentKeyPath(dataDir);
  const kept = readDocumentKeyFile(dataDir);
  if (kept.length === 0) renameSync(writeDraft(path, keys), path);
  else if (Buffer.compare(Buffer.concat(kept), Buffer.concat(keys)) !== 0) {
    throw new StartError(
      `${path} has other keys than the backup. Restore into a new DATA_DIR, or move that file away.`,
    );
  }
}

/** Synced to disk, because a key must be durable before a document is encrypted with it. */
function writeDraft(path: string, keys: readonly Buffer[]): string {
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  writeSynced(draft, `${keys.map((key) => key.toString("base64")).join("\n")}\n`);
  return draft;
}
