import { readFileSync } from "node:fs";
import { sayVerdict } from "../say-verdict.ts";
import { checkWholeLog } from "../whole-log/check-whole-log.ts";
import { compareFiles, findClaim, listClaims, readManifest } from "./check-release.ts";

const USAGE = "FOLDER [--log ADDRESS] [--key KEY] [--since FILE] [--witness KEY]";
const OPTIONS = ["--log", "--key", "--since", "--witness"];
const MOST_NAMED = 20;

/** Checks a release's files against its manifest, and whether a log claims to run it. */
async function main([folder, ...args]: readonly string[]): Promise<string | undefined> {
  const options = new Map(args.flatMap((each, at) => (at % 2 === 0 ? [[each, args[at + 1] ?? ""] as const] : [])));
  const isKnown = args.length % 2 === 0 && [...options.keys()].every((each) => OPTIONS.includes(each));
  if (folder === undefined || folder.startsWith("--") || !isKnown) throw new Error(`give ${USAGE}`);
  const say = (text: string): boolean => process.stdout.write(`${text}\n`);
  const { manifest, hash } = readManifest(folder);
  say(`Release ${manifest.version} of commit ${manifest.commit ?? "unknown"}, manifest ${hash}.`);
  if (manifest.isDirty !== false) say("It was not made from exactly this commit, as far as the manifest says.");
  const differing = compareFiles(folder, manifest);
  for (const each of differing.slice(0, MOST_NAMED)) say(each);
  if (differing.length > 0) throw new Error(`files that differ from the manifest: ${differing.length}`);
  say(`All ${Object.keys(manifest.files).length} files are as the manifest says.`);
  const base = options.get("--log");
  // The manifest lies in the folder itself: only the log of a known key says that it was published.
  if (base === undefined) return undefined;
  const since = options.get("--since");
  const checks = { key: options.get("--key"), witness: options.get("--witness") };
  const earlier = since === undefined ? undefined : readFileSync(since, "utf8");
  const claim = findClaim(listClaims(await checkWholeLog(base, { ...checks, since: earlier }, say)), hash);
  say(`The log claims this release since ${claim.at} (leaf ${claim.index}).`);
  return options.get("--key");
}

main(process.argv.slice(2)).then(sayVerdict, (error: unknown) => {
  process.stderr.write(`Not verified: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
