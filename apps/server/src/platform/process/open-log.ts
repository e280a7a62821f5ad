import { pino, type Logger } from "pino";
import { maskSecrets } from "../base/mask-secrets.ts";
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

/** The fields of an error that are logged: never other properties, which may hold a request. */
export function describeError(error: unknown): { type: string; message: string; stack: string; code?: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: maskSecrets(String(error)), stack: "" };
  const { name: type } = error;
  const [message, stack] = [maskSecrets(error.message), maskSecrets(error.stack ?? "")];
  return "code" in error ? { type, code: String(error.code), message, stack } : { type, message, stack };
}
