import { readFileSync } from "node:fs";

/** Finds the text of a system error, without its code and the path. */
const REASON = /^[A-Z]+: ([^,]+)/;
const PDF = "%PDF-";

/**
 * Reads the files that were named on the command line of `verify`.
 * @returns the format that a JSON file names, "pdf" or "unknown"; and what is wrong when one cannot be read
 */
export function readGivenFiles(args) {
  const names = args.filter((each, index) => !each.startsWith("--") && !(args[index - 1] ?? "").startsWith("--"));
  const files = [];
  for (const name of names) {
    try {
      files.push({ name, format: findFormat(readFileSync(name)) });
    } catch (error) {
      return {
        files,
        problem: `${JSON.stringify(name)} cannot be read: ${REASON.exec(error.message)?.[1] ?? error.message}.`,
      };
    }
  }
  const unknown = files.find(({ format }) => format === "unknown");
  return { files, problem: unknown ? `${JSON.stringify(unknown.name)} is no file that Wazi gives.` : null };
}

function findFormat(bytes) {
  if (bytes.subarray(0, PDF.length).toString() === PDF) return "pdf";
  try {
    const { format } = JSON.parse(bytes.toString("utf8"));
    return /^wazi-(record|balance|reserves)-\d+$/.test(format) ? format : "unknown";
  } catch {
    return "unknown";
  }
}
