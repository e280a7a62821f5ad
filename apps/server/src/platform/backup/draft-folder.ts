import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder } from "../process/create-folder.ts";
import { StartError } from "../process/start-error.ts";
import { OWNER_ONLY_FILE } from "./write-rows.ts";

const DRAFT_SUFFIX = ".part";

export interface NewFolder {
  /** Where the folder is when it is complete. */
  folder: string;
  /** Its name in the error, such as "backup". */
  name: string;
  /** The option of the command that names another place, such as "--to". */
  option: string;
  /** Folders in it. */
  parts: readonly string[];
  manifest: string;
}

/**
 * Fills a folder under another name. It gets its own when it is complete, with its manifest written last, and is removed
 * after an error. What an earlier attempt left is removed first.
 * @param fill writes the files into the draft, and returns the manifest's text
 * @throws StartError when the folder cannot be created
 */
export async function fillFolder<T extends { text: string }>(
  { folder, name, option, parts, manifest }: NewFolder,
  fill: (draft: string) => Promise<T>,
): Promise<T> {
  const draft = `${folder}${DRAFT_SUFFIX}`;
  try {
    rmSync(draft, { recursive: true, force: true });
    createFolder(draft);
    for (const part of parts) createFolder(join(draft, part));
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new StartError(`Cannot write the ${name} to ${draft} (${code}). Give another folder with ${option}.`);
  }
  try {
    const filled = await fill(draft);
    writeFileSync(join(draft, manifest), filled.text, { mode: OWNER_ONLY_FILE, flush: true });
    renameSync(draft, folder);
    return filled;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}
