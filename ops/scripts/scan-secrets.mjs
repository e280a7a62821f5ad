import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { isMain, readArguments, ROOT } from "./project.mjs";

const HELP = `
Usage: npm run wazi -- scan-secrets [--history]

Looks for keys and passwords in the files of the project, and with --history in every commit. Exits with 1 and names each.`;

const SKIPPED_FOLDERS = new Set(["node_modules", "dist", ".git", ".data", "coverage"]);
const MAX_BYTES = 5_000_000;
const SHOWN_CHARACTERS = 12;
const HASH_CHARACTERS = 16;
const MAX_HISTORY_BYTES = 1_000_000_000;

/** The forms of well-known keys, and long random texts that a name calls a secret. */
const PATTERNS = [
  ["private key", /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/g],
  ["AWS access key", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ["GitHub token", /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})/g],
  ["GitLab token", /\bglpat-[A-Za-z0-9_-]{20,}/g],
  ["npm token", /\bnpm_[A-Za-z0-9]{36}\b/g],
  ["Slack token", /\bxox[abprs]-[A-Za-z0-9-]{10,}/g],
  ["Google key", /\bAIza[0-9A-Za-z_-]{35}\b/g],
  ["Stripe key", /\b(?:sk|rk)_live_[0-9A-Za-z]{16,}/g],
  ["Twilio or SendGrid key", /\b(?:SK[0-9a-f]{32}|SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})\b/g],
  ["JSON web token", /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g],
  ["extended private key", /\b[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,}/g],
  ["login in an address", /\b[a-z][a-z+]{2,}:\/\/[^\s/:@"'`$<>{}]+:[^\s/@"'`$<>{}]{12,}@/gi],
  [
    "named secret",
    /(?:secret|passw(?:or)?d|api[_-]?key|token)["']?\s*[:=]\s*["'`](?=[^"'`]*\d)(?=[^"'`]*[A-Za-z])[A-Za-z0-9+/_=-]{32,}["'`]/gi,
  ],
];

/** Published examples in tests, by the first characters of their SHA-256, with the reason. */
const ALLOWED = new Map([
  ["56ce7a6c5c2bdd68", "the private key of SLIP-0132's test vectors, which the settings must refuse"],
  ["251295c45bf4c308", "the private key of BIP32's test vectors, which the settings must refuse"],
  ["71436be26840feec", "a made-up database password in a test"],
]);

/** Finds secrets in a text. `place` is shown with each. */
export function findSecrets(text, place) {
  return PATTERNS.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(([found]) => !ALLOWED.has(hashOf(found)))
      .map(({ 0: found, index }) => {
        const line = text.slice(0, index).split("\n").length;
        return { place: `${place}:${line}`, kind, shown: `${found.slice(0, SHOWN_CHARACTERS)}…`, hash: hashOf(found) };
      }),
  );
}

function hashOf(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARACTERS);
}

/** The files that git knows or would add. Without git, all files but those that are made. */
function listFiles() {
  const git = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  if (git.status === 0) return git.stdout.toString().split("\0").filter(Boolean);
  return walk(ROOT).map((path) => relative(ROOT, path));
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : walk(path);
    return entry.isFile() ? [path] : [];
  });
}

export function scanFiles() {
  return listFiles().flatMap((file) => {
    const path = join(ROOT, file);
    const { size = MAX_BYTES } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (size >= MAX_BYTES) return [];
    const bytes = readFileSync(path);
    return bytes.includes(0) ? [] : findSecrets(bytes.toString(), file);
  });
}

/** The lines that any commit added, also those that a later one removed. */
export function scanHistory(folder = ROOT) {
  const git = spawnSync("git", ["log", "-p", "--all", "--no-color", "--unified=0", "--format=commit %h"], {
    cwd: folder,
    maxBuffer: MAX_HISTORY_BYTES,
  });
  if (git.status !== 0) throw new Error(`git log failed: ${git.stderr.toString()}`);
  const commits = git.stdout.toString().split(/^commit (?=[0-9a-f]{7,}$)/m);
  return commits.flatMap((text) => {
    const added = text.split("\n").filter((line) => line.startsWith("+") && !line.startsWith("+++"));
    return findSecrets(added.join("\n"), `commit ${text.slice(0, text.indexOf("\n"))}`);
  });
}

if (isMain(import.meta.url)) {
  const { values } = readArguments(HELP, { options: { history: { type: "boolean" } } });
  const found = values.history ? [...scanFiles(), ...scanHistory()] : scanFiles();
  for (const { place, kind, shown, hash } of found) process.stdout.write(`${place}  ${kind}  ${shown}  ${hash}\n`);
  process.stdout.write(found.length === 0 ? "No secrets found.\n" : `${found.length} possible secrets.\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
