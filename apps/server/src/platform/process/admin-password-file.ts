import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

const OWNER_ONLY = 0o600;

export function toAdminPasswordFile(dataDir: string): string {
  return join(dataDir, "admin-password");
}

/**
 * Keeps the generated password of the first administrator in a file that only this user can read, because what a process
 * prints ends up in the logs of containers and services.
 * @throws StartError when the file cannot be written
 */
export function writeAdminPassword(dataDir: string, password: string): void {
  const path = toAdminPasswordFile(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // A new file, so that an older one's mode does not count.
    rmSync(path, { force: true });
    writeFileSync(path, `${password}\n`, { mode: OWNER_ONLY, flag: "wx", flush: true });
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new StartError(
      `Cannot write ${path}, the first administrator's password (${code}). Set DATA_DIR to a writable folder, or set ADMIN_PASSWORD.`,
    );
  }
}
