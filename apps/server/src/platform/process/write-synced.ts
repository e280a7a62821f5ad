import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { createFolder } from "./create-folder.ts";

const OWNER_ONLY = 0o600;

/** Writes a file that only its owner can read, in a folder that it creates, and returns when it is on the disk. */
export function writeSynced(path: string, text: string): void {
  createFolder(dirname(path));
  const file = openSync(path, "w", OWNER_ONLY);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
