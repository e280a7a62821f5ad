import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { assertDocumentId, type DocumentStore } from "./document-files.ts";

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/** Stores documents as files in one folder. A write is atomic: after a power cut the file is complete or missing. */
export function openDocumentFolder(folder: string): DocumentStore {
  const pathOf = (id: string): string => {
    assertDocumentId(id);
    return join(folder, `${id}.sealed`);
  };
  return {
    async put(id, bytes) {
      const path = pathOf(id);
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
      const draft = join(folder, `.draft-${randomUUID()}`);
      try {
        await writeAndSync(draft, bytes);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },
    get: (id) => readFile(pathOf(id)).catch(ignoreMissingFile),
    delete: (id) => rm(pathOf(id), { force: true }),
  };
}

async function writeAndSync(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", OWNER_ONLY_FILE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new file name is durable only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function ignoreMissingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
