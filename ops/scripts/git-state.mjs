import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project.mjs";

/**
 * The commit that this tree is of, and whether files differ from it; null where it is not known.
 * @returns `madeAt` is the commit's time in seconds, which files of a release get. WAZI_COMMIT and SOURCE_DATE_EPOCH name
 *   both where there is no Git, such as in a container
 */
export function readGitState({ WAZI_COMMIT: commit, SOURCE_DATE_EPOCH: madeAt } = process.env) {
  if (commit) return { commit, isDirty: false, madeAt: Number(madeAt ?? 0) };
  const [oid, time] = git("log", "-1", "--format=%H %ct")?.trim().split(" ") ?? [];
  const changes = git("status", "--porcelain");
  return {
    commit: oid ?? null,
    isDirty: changes === undefined ? null : changes !== "",
    madeAt: Number(madeAt ?? time ?? 0),
  };
}

function git(...args) {
  // Git would look for a repository in the folders above.
  if (!existsSync(join(ROOT, ".git"))) return undefined;
  const { status, stdout } = spawnSync("git", ["-C", ROOT, ...args], { encoding: "utf8" });
  return status === 0 ? stdout : undefined;
}
