import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { StartError } from "../../process/start-error.ts";

/** The system user that PostgreSQL runs as when Wazi runs as root, because PostgreSQL refuses to run as root. */
export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
}

const OWN_USER = "wazi";
const LAST_RESORT = "nobody";

/**
 * Chooses the user that PostgreSQL runs as; `undefined` is the current user. When Wazi runs as root, it is the owner of
 * an existing cluster, or else a user created for it.
 */
export function chooseDatabaseUser(clusterDir: string): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = findUser(OWN_USER) ?? findUser("postgres") ?? createUser() ?? findUser(LAST_RESORT);
  if (user !== undefined) return user;
  throw new StartError(
    "PostgreSQL does not run as root, and no other user was found. " +
      "Start Wazi as an ordinary user, or set DATABASE_URL.",
  );
}

/** PostgreSQL's initdb needs a user name, which an arbitrary uid of a container does not have. */
export function assertNamedUser(): void {
  try {
    userInfo();
  } catch {
    throw new StartError(
      `The user id ${process.getuid?.() ?? "?"} has no entry in /etc/passwd, which PostgreSQL needs. ` +
        "Start Wazi as a user that has one, or set DATABASE_URL.",
    );
  }
}

function findUser(name: string): DatabaseUser | undefined {
  const uid = numericId("-u", name);
  const gid = numericId("-g", name);
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid };
}

function numericId(flag: "-u" | "-g", name: string): number | undefined {
  const answer = spawnSync("id", [flag, name], { encoding: "utf8" });
  if (answer.status !== 0) return undefined;
  const id = Number(answer.stdout.trim());
  return Number.isSafeInteger(id) && id >= 0 ? id : undefined;
}

function createUser(): DatabaseUser | undefined {
  spawnSync("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", OWN_USER]);
  return findUser(OWN_USER);
}
