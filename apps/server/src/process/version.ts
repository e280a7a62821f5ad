import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The server's package.json is one folder above the bundle, and two above this file in the source. */
const PLACES = ["..", "../.."];

/** The version of this program. */
export function readVersion(): string {
  for (const place of PLACES) {
    try {
      const text = readFileSync(join(import.meta.dirname, place, "package.json"), "utf8");
      return (JSON.parse(text) as { version: string }).version;
    } catch {
      // The other place.
    }
  }
  return "unknown";
}
