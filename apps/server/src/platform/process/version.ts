import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The product's folder is three above a bundled program, and five above this file in the source. */
const PLACES = ["../../..", "../../../../.."];
const NAME = "wazi";

export interface Installation {
  folder: string;
  /** The version of this program, from the product's package.json. */
  version: string;
}

/** Finds the folder and the version of this program; null when its package.json is not where it should be. */
export function findInstallation(): Installation | null {
  for (const place of PLACES) {
    const folder = join(import.meta.dirname, place);
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<
        string,
        string
      >;
      if (name === NAME && version !== undefined) return { folder, version };
    } catch {
      // The other place.
    }
  }
  return null;
}

/** The version of this program. */
export function readVersion(): string {
  return findInstallation()?.version ?? "unknown";
}
