import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, closeSync, existsSync, fsyncSync, mkdtempSync, openSync } from "node:fs";
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../process/start-error.ts";
import { assertNamedUser, chooseDatabaseUser, type DatabaseUser } from "./database-user.ts";
import { programEnvironment, preparePrograms, type DatabasePrograms } from "./programs.ts";

const CLUSTER_FOLDER = "postgres";
const DRAFT_PREFIX = "postgres-new-";
const PASSWORD_FILE = "database-password";
const PASSWORD_BYTES = 32;
const OPEN_TO_PASS = 0o711;
export const SUPERUSER = "postgres";

/** A complete database cluster on disk, with everything needed to run it. */
export interface Cluster {
  readonly directory: string;
  readonly programs: DatabasePrograms;
  readonly user: DatabaseUser | undefined;
  readonly password: string;
}

export function toClusterDirectory(dataDir: string): string {
  return join(dataDir, CLUSTER_FOLDER);
}

/** Opens the cluster of this data folder and creates it at the first start. */
export async function openCluster(
  dataDir: string,
  options: { durable: boolean; signal?: AbortSignal },
): Promise<Cluster> {
  const directory = toClusterDirectory(dataDir);
  const user = chooseDatabaseUser(directory);
  const programs = preparePrograms(user, dataDir);
  removeDrafts(dataDir);
  if (!existsSync(directory)) {
    const password = readExistingPassword(dataDir) ?? createPassword(dataDir);
    await createCluster(dataDir, { programs, user, password, ...options });
  }
  assertUsable(directory, programs);
  const password = readExistingPassword(dataDir);
  if (password === undefined) {
    throw new StartError(`${join(dataDir, PASSWORD_FILE)}, the database's password, is missing. Put it back.`);
  }
  return { directory, programs, user, password };
}

export function readExistingPassword(dataDir: string): string | undefined {
  const file = join(dataDir, PASSWORD_FILE);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/**
 * Returns the working folder and the data folder argument for a PostgreSQL program. When the program runs as another
 * user, that user may have no access to the path (a data folder or home folder with mode 0700), and we must not change
 * folders outside the data folder. On Linux the child enters the folder while it is still root, and `/proc/self/cwd`
 * then refers to it without a path. On other systems the data folder is made passable and no more.
 */
export function enterFolder(directory: string, user: DatabaseUser | undefined): { cwd: string; dataArgument: string } {
  if (user === undefined) return { cwd: directory, dataArgument: directory };
  if (process.platform === "linux") return { cwd: directory, dataArgument: "/proc/self/cwd" };
  if (!canEnter(directory, user)) chmodSync(join(directory, ".."), OPEN_TO_PASS);
  if (canEnter(directory, user)) return { cwd: directory, dataArgument: directory };
  throw new StartError(
    `PostgreSQL runs as user id ${user.uid}, which cannot access a folder above ${directory}. ` +
      "Set DATA_DIR to another place or DATABASE_URL, or start Wazi as an ordinary user.",
  );
}

function canEnter(directory: string, user: DatabaseUser): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", directory], { cwd: "/", ...user }).status === 0;
}

/**
 * Removes drafts of a first start that was killed. A draft that is still being written is removed at the next start.
 */
function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function createPassword(dataDir: string): string {
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  const draft = join(dataDir, `${DRAFT_PREFIX}password`);
  writeFileSync(draft, `${password}\n`, { mode: 0o600, flush: true });
  renameSync(draft, join(dataDir, PASSWORD_FILE));
  return password;
}

interface Creation extends Omit<Cluster, "directory"> {
  readonly durable: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Creates the cluster under another name and renames it when it is complete and synced. An existing cluster is
 * therefore complete.
 */
async function createCluster(dataDir: string, creation: Creation): Promise<void> {
  const { programs, user, password, durable, signal } = creation;
  if (user === undefined) assertNamedUser();
  const draft = mkdtempSync(join(dataDir, DRAFT_PREFIX));
  const passwordFile = `${draft}-password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== undefined) for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid);
  const passwordInput = openSync(passwordFile, "r");
  try {
    const { cwd, dataArgument } = enterFolder(draft, user);
    // The password is passed as standard input, because the other user may have no access to the file's path.
    const settings = ["--pwfile=/dev/stdin", "--auth=scram-sha-256", `--username=${SUPERUSER}`, "--no-instructions"];
    // PostgreSQL's built-in UTF-8 rules are the same on every machine. System locales can change and corrupt indexes.
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const sync = durable ? [] : ["--no-sync"];
    const args = ["-D", dataArgument, ...settings, ...locale, ...sync];
    await runInitdb(programs.initdb, args, { cwd, stdio: [passwordInput, "ignore", "pipe"], signal, ...user });
  } finally {
    closeSync(passwordInput);
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, toClusterDirectory(dataDir));
  syncFolder(dataDir);
}

interface InitdbPlace extends Partial<DatabaseUser> {
  readonly cwd: string;
  readonly stdio: [number, "ignore", "pipe"];
  /** Ends initdb, whose draft the next start removes. */
  readonly signal: AbortSignal | undefined;
}

function runInitdb(initdb: string, args: string[], place: InitdbPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(initdb, args, { ...place, env: programEnvironment });
    let complaint = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (complaint += text));
    const fail = (reason: string): void => reject(new StartError(`The database could not be created: ${reason}`));
    child.once("error", (error) => fail(error.message));
    child.once("close", (code) => {
      if (code === 0) resolve();
      else
        fail(
          complaint
            .trim()
            .split("\n")
            .find((line) => /error|fatal|could not/i.test(line)) ?? `initdb ${code}`,
        );
    });
  });
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

function assertUsable(directory: string, programs: DatabasePrograms): void {
  const { uid, mode } = statSync(directory);
  const self = process.getuid?.();
  if (self !== 0 && uid !== self) {
    throw new StartError(
      `The database in ${directory} belongs to another user (id ${uid}). Start Wazi as that user, or set another DATA_DIR.`,
    );
  }
  const versionFile = join(directory, "PG_VERSION");
  if (!existsSync(versionFile)) {
    throw new StartError(`${directory} is not a Wazi database. Move it away, or set another DATA_DIR.`);
  }
  const version = readFileSync(versionFile, "utf8").trim();
  if (version !== programs.majorVersion) {
    throw new StartError(
      `The database in ${directory} was created by PostgreSQL ${version}. This version of Wazi uses PostgreSQL ${programs.majorVersion}. ` +
        "Start the version of Wazi that created it, or set another DATA_DIR.",
    );
  }
  // A copied or restored folder may have another mode, which PostgreSQL rejects.
  if ((mode & 0o077) !== 0) chmodSync(directory, 0o700);
}
