import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DOCUMENT_KEY_BYTES } from "../core/documents/document-keys.ts";
import { StartError } from "../process/start-error.ts";

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/** One key a line, in base64, the newest first. */
export function getDocumentKeyPath(dataDir: string): string {
  return join(dataDir, "keys", "documents.key");
}

/** The keys of the file, none where there is no file. @throws StartError for a file that can't be read or has no keys in it */
export function readDocumentKeyFile(dataDir: string): Buffer[] {
  const path = getDocumentKeyPath(dataDir);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new StartError(`${path}, the key of the identity documents, can't be read (${code ?? "unknown"}).`);
  }
  const keys = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => Buffer.from(line.trim(), "base64"));
  if (keys.length === 0 || keys.some(({ length }) => length !== DOCUMENT_KEY_BYTES)) {
    throw new StartError(`${path} must have a key in each line: ${DOCUMENT_KEY_BYTES} bytes in base64. Put it back.`);
  }
  return keys;
}

/** Makes the file with a first key unless there is one; of two processes that start at once, one makes it for both. */
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
      `${path}, the key of the identity documents, can't be made (${code ?? "unknown"}). Set DATA_DIR to a folder that can be written to, or DOCUMENT_KEY.`,
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

/** Puts a new key in front of those that are there. A server that runs finds it when it meets a file that needs it. */
export function addDocumentKey(dataDir: string): Buffer[] {
  const path = getDocumentKeyPath(dataDir);
  renameSync(writeDraft(path, [randomBytes(DOCUMENT_KEY_BYTES), ...readDocumentKeyFile(dataDir)]), path);
  return readDocumentKeyFile(dataDir);
}

/** On the disk before anything is encrypted with what is in it. */
function writeDraft(path: string, keys: readonly Buffer[]): string {
  mkdirSync(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER });
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  const file = openSync(draft, "wx", OWNER_ONLY_FILE);
  try {
    writeSync(file, `${keys.map((key) => key.toString("base64")).join("\n")}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return draft;
}
