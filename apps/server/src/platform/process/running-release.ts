import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "./start-error.ts";
import { findInstallation, type Installation } from "./version.ts";

/** Written by `npm run wazi -- make-release`: the version, the commit, and the SHA-256 of every file of the release. */
const MANIFEST_FILE = "release.json";
const GIT_WITHIN_MS = 5_000;
const GIT_MAX_BYTES = 10_000_000;

/** The release that this process runs, as it is logged. */
export interface RunningRelease {
  kind: "release" | "checkout";
  version: string;
  /** Null when it is not known, such as without Git. */
  commit: string | null;
  /** True when files differ from the commit; null when it is not known. */
  isDirty: boolean | null;
  /** The SHA-256 of the release's manifest, in hexadecimal; null of a checkout, which has none. */
  manifest: string | null;
}

/**
 * Reads which release runs: the manifest of an installed release, or the commit of a checkout.
 * @throws StartError when the manifest cannot be used
 */
export async function readRunningRelease(found: Installation | null = findInstallation()): Promise<RunningRelease> {
  if (found === null) return { kind: "checkout", version: "unknown", commit: null, isDirty: null, manifest: null };
  const { folder, version } = found;
  const file = join(folder, MANIFEST_FILE);
  if (!existsSync(file)) return { kind: "checkout", version, ...(await readGitState(folder)), manifest: null };
  const bytes = await readFile(file);
  try {
    const { commit, isDirty } = JSON.parse(bytes.toString("utf8")) as Pick<RunningRelease, "commit" | "isDirty">;
    const manifest = createHash("sha256").update(bytes).digest("hex");
    return { kind: "release", version, commit, isDirty, manifest };
  } catch {
    throw new StartError(`${file} cannot be read. Install the release again.`);
  }
}

/** One call of Git, which a checkout without Git, or of another user, does not answer. */
async function readGitState(folder: string): Promise<Pick<RunningRelease, "commit" | "isDirty">> {
  const unknown = { commit: null, isDirty: null };
  // Git would look for a repository in the folders above.
  if (!existsSync(join(folder, ".git"))) return unknown;
  const args = ["--no-optional-locks", "-C", folder, "status", "--porcelain=v2", "--branch"];
  const options = { timeout: GIT_WITHIN_MS, maxBuffer: GIT_MAX_BYTES };
  try {
    const { stdout } = await promisify(execFile)("git", args, options);
    const [, commit = null] = /^# branch\.oid ([0-9a-f]{40,64})$/m.exec(stdout) ?? [];
    return { commit, isDirty: /^[^#]/m.test(stdout) };
  } catch {
    return unknown;
  }
}
