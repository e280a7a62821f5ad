import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and those above it. Node's own recursive mkdir never ends where a file system has the parent but takes
 * no folder in it, such as /proc.
 * @throws the error of the first folder that cannot be created
 */
export function createFolder(path: string, mode = 0o700): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (dirname(path) !== path) createFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !statSync(path).isDirectory()) throw error;
  }
}
