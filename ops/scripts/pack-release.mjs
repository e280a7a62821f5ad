import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ROOT } from "./project.mjs";
import { makeSbom } from "./sbom.mjs";

/** The programs that strangers run, each in one file that needs Node only. */
const PROGRAMS = {
  "wazi-verify": "packages/proofs/src/checker/cli.ts",
  "wazi-verify-reserves": "packages/proofs/src/checker/reserves/cli.ts",
  "wazi-verify-release": "packages/proofs/src/checker/release/cli.ts",
  "wazi-witness": "packages/proofs/src/witness/cli.ts",
};
const SUMS_FILE = "SHA256SUMS";

/**
 * Writes what is published of a release to a folder.
 * @param release its `folder` with the manifest, where to (`packed`), its version, and the time of its files in seconds
 * @returns the names of the files
 */
export async function packRelease({ folder, packed, version, madeAt }) {
  const system = `${process.platform}-${process.arch}`;
  makeArchive(folder, join(packed, `wazi-${version}-${system}.tar.gz`), `wazi-${version}`, madeAt);
  writeFileSync(join(packed, `wazi-${version}.cdx.json`), makeSbom(madeAt, folder));
  for (const [name, source] of Object.entries(PROGRAMS)) await bundle(source, join(packed, `${name}.mjs`));
  const names = readdirSync(packed).sort();
  const sums = names.map((name) => `${sha256(readFileSync(join(packed, name)))}  ${name}\n`);
  writeFileSync(join(packed, SUMS_FILE), sums.join(""));
  return [...names, SUMS_FILE];
}

/** The same files give the same archive: sorted, of one time, owner and mode. It needs GNU tar and gzip. */
function makeArchive(folder, archive, name, madeAt) {
  const alike = ["--sort=name", `--mtime=@${madeAt}`, "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"];
  const modes = "--mode=u+rw,go+r,go-w,a+X";
  const names = [`--transform=flags=r;s,^${basename(folder)},${name},`, "-C", dirname(folder), basename(folder)];
  const tar = [...alike, modes, "--use-compress-program=gzip -n -6", "-cf", archive, ...names];
  const { status, stderr, error } = spawnSync("tar", tar, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The archive was not made: ${stderr || error?.message}`);
}

/** A program with its packages, and with its licence at the start. */
async function bundle(source, file) {
  const { build } = await import("rolldown");
  const output = {
    file,
    format: "esm",
    codeSplitting: false,
    banner: "// SPDX-License-Identifier: Apache-2.0 AND MIT",
  };
  await build({ input: join(ROOT, source), platform: "node", output, logLevel: "warn" });
}

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
