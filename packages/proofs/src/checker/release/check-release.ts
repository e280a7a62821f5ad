import { createHash } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

const MANIFEST_FILE = "release.json";
/** The data of an installation that runs in the folder of its release. */
const DATA_FOLDER = ".data";

/** The manifest of a release: the SHA-256 of each file by its path, or "link:" and where a symbolic link leads. */
export interface Manifest {
  format: "wazi-release-1";
  version: string;
  commit: string | null;
  isDirty: boolean | null;
  files: Record<string, string>;
}

/** A release that a log claims to run; `at` is when it began to. */
interface ReleaseClaim {
  kind: "release" | "checkout";
  version: string;
  commit: string | null;
  isDirty: boolean | null;
  manifest: string | null;
  at: string;
  index: number;
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Reads a release's manifest. @returns it with its own SHA-256, in hexadecimal */
export function readManifest(folder: string): { manifest: Manifest; hash: string } {
  const bytes = readFileSync(join(folder, MANIFEST_FILE));
  const manifest = JSON.parse(bytes.toString("utf8")) as Manifest;
  if (manifest.format !== "wazi-release-1") throw new Error(`${MANIFEST_FILE} is not the manifest of a release`);
  return { manifest, hash: sha256(bytes) };
}

/** Compares the files of a folder with a manifest. @returns each file that differs, with how, by path */
export function compareFiles(folder: string, { files }: Manifest): string[] {
  const found = new Map(listFiles(folder));
  const differing = Object.entries(files).flatMap(([path, hash]) => {
    const there = found.get(path);
    found.delete(path);
    return there === hash ? [] : [`${there === undefined ? "missing" : "changed"}: ${path}`];
  });
  return [...differing, ...Array.from(found.keys(), (path) => `not in the manifest: ${path}`)];
}

function listFiles(folder: string, below = ""): [string, string][] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (path === MANIFEST_FILE || path === DATA_FOLDER) return [];
    if (entry.isDirectory()) return listFiles(folder, path);
    if (entry.isSymbolicLink()) return [[path, `link:${readlinkSync(join(folder, path))}`]];
    return [[path, sha256(readFileSync(join(folder, path)))]];
  });
}

/** The releases that a log claims to run, oldest first. @param log all its leaves */
export function listClaims(log: readonly string[]): ReleaseClaim[] {
  return log.flatMap((leaf, index) => {
    const { type, document, at } = JSON.parse(leaf) as { type: string; document: ReleaseClaim; at: string };
    return type === "release" ? [{ ...document, at, index }] : [];
  });
}

/**
 * Finds since when a log claims to run a release.
 * @param hash the SHA-256 of the release's manifest
 * @throws Error when it does not, or not any more
 */
export function findClaim(claims: readonly ReleaseClaim[], hash: string): ReleaseClaim {
  const newest = claims.at(-1);
  if (newest === undefined) throw new Error("the log does not claim this release, and names no other");
  const place = claims.findLastIndex(({ manifest }) => manifest === hash);
  const [claim, next] = [claims[place], claims[place + 1]];
  const now = `since ${newest.at} it names ${describeClaim(newest)}`;
  if (claim === undefined) throw new Error(`the log does not claim this release; ${now}`);
  if (next !== undefined) throw new Error(`the log claimed this release from ${claim.at} to ${next.at}; ${now}`);
  return claim;
}

function describeClaim({ kind, version, commit, isDirty, manifest }: ReleaseClaim): string {
  if (kind === "release") return `the release ${version} with the manifest ${manifest}`;
  const changes = isDirty === true ? " with changes" : "";
  return `a checkout of ${version}, commit ${commit ?? "unknown"}${changes}`;
}
