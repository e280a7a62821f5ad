import type { LogFn, Logger } from "pino";

/** A problem is logged in full once in this time. Its repetitions are counted. */
const WINDOW_MS = 10_000;
/** Beyond this number of different problems, new ones are logged in full. */
const MAX_PROBLEMS = 500;
const WARN_LEVEL = 40;
const KEY_LENGTH = 200;

type LogMethod = (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) => void;

/**
 * A hook for pino's `logMethod`: while a problem goes on, such as a database that does not answer, every call of every
 * user would log it with a stack. The first one is logged, and after ten seconds one line says how often it was repeated.
 */
export function limitRepeats(windowMs = WINDOW_MS): LogMethod {
  /** How often each problem was repeated in its window. */
  const problems = new Map<string, number>();
  return function logUnlessRepeated(args, method, level) {
    const problem = level >= WARN_LEVEL ? findProblem(args) : undefined;
    if (problem === undefined) {
      method.apply(this, args);
      return;
    }
    const { key, name } = problem;
    const known = problems.get(key);
    if (known !== undefined) {
      problems.set(key, known + 1);
      return;
    }
    method.apply(this, args);
    if (problems.size >= MAX_PROBLEMS) return;
    problems.set(key, 0);
    setTimeout(() => {
      const repeats = problems.get(key) ?? 0;
      problems.delete(key);
      if (repeats > 0) this.warn({ repeats, seconds: windowMs / 1_000 }, `repeated: ${name}`);
    }, windowMs).unref();
  };
}

/**
 * Returns what makes a line with an error the same as another, and a name without the error's text, which may hold a
 * secret; undefined for other lines.
 */
function findProblem([fields, message]: readonly unknown[]): { key: string; name: string } | undefined {
  if (typeof fields !== "object" || fields === null || !("err" in fields)) return undefined;
  const { err } = fields;
  if (!(err instanceof Error)) return undefined;
  const code = "code" in err ? ` ${String(err.code)}` : "";
  const name = `${typeof message === "string" ? message : "error"} (${err.name}${code})`;
  return { key: `${name} ${err.message}`.slice(0, KEY_LENGTH), name };
}
