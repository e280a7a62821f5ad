const [WARN_LEVEL, ERROR_LEVEL] = [40, 50];
/** Fields that every line has, and the two that begin it. */
const COMMON = new Set(["level", "time", "pid", "hostname", "msg", "err"]);
const TIME_OF_DAY = { start: 11, end: 19 };

/**
 * Formats a line of pino's log as a person reads it, in one line: the time, how bad it is, what happened, and the values.
 * @param json one object
 * @returns nothing for a line below a warning
 */
export function formatLogLine(json: string): string {
  const fields = JSON.parse(json) as Record<string, unknown>;
  const { level, time, msg, err } = fields;
  if (Number(level) < WARN_LEVEL) return "";
  const at = new Date(Number(time)).toISOString().slice(TIME_OF_DAY.start, TIME_OF_DAY.end);
  const values = Object.entries(fields)
    .filter(([name]) => !COMMON.has(name))
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const message = typeof msg === "string" ? msg : "";
  const reason = (err as { message?: string } | undefined)?.message;
  const text = [message, ...(reason === undefined || reason === message ? [] : [reason])].filter(Boolean).join(": ");
  const shown = values.length === 0 ? text : `${text} (${values.join(", ")})`;
  return `${at} ${Number(level) >= ERROR_LEVEL ? "Error" : "Warning"}: ${shown.replace(/\s+/g, " ")}\n`;
}

/** Where pino writes: warnings and errors as text, for a terminal. */
export const textLog = {
  write: (json: string): void => void process.stdout.write(formatLogLine(json)),
};
