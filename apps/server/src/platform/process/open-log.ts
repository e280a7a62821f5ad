import { pino, type Logger } from "pino";
import { describeError } from "./describe-error.ts";
import { limitRepeats } from "./limit-repeats.ts";
import { textLog } from "./text-log.ts";

interface LogSettings {
  logLevel: string;
  logFormat: "text" | "json" | undefined;
}

export interface OpenedLog {
  log: Logger;
  /** Undefined for JSON lines. */
  logStream: typeof textLog | undefined;
}

/** A terminal gets text, everything else JSON, unless the settings say otherwise. */
export function openLog({ logLevel, logFormat }: LogSettings): OpenedLog {
  const isText = (logFormat ?? (process.stdout.isTTY ? "text" : "json")) === "text";
  const options = { level: logLevel, serializers: { err: describeError }, hooks: { logMethod: limitRepeats() } };
  return isText ? { log: pino(options, textLog), logStream: textLog } : { log: pino(options), logStream: undefined };
}
