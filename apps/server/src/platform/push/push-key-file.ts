import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../process/start-error.ts";
import { writeSynced } from "../process/write-synced.ts";
import { PUSH_KEY_BYTES } from "../settings/push-settings.ts";

/** Reads the key of push messages in the data folder, and makes one first where there is none. Safe when two processes start. */
export function ensurePushKeyFile(dataDir: string): Buffer {
  const path = join(dataDir, "keys", "push.key");
  const kept = readKey(path);
  if (kept !== undefined) return kept;
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  try {
    writeSynced(draft, `${randomBytes(PUSH_KEY_BYTES).toString("base64")}\n`);
    linkSync(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") {
      throw new StartError(
        `Cannot create ${path}, the key of push messages (${code ?? "unknown"}). Set DATA_DIR to a writable folder, or set PUSH_KEY.`,
      );
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return readKey(path) ?? ensurePushKeyFile(dataDir);
}

function readKey(path: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new StartError(`Cannot read ${path}, the key of push messages (${code ?? "unknown"}).`);
  }
  const key = Buffer.from(text.trim(), "base64");
  if (key.length === PUSH_KEY_BYTES) return key;
  throw new StartError(`${path} must be ${PUSH_KEY_BYTES} bytes in base64. Delete it to make a new key.`);
}
