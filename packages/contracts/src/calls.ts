import type { Call } from "./call.ts";
import * as nouns from "./nouns.ts";

/** Every call of the API, sorted by path. A route that is missing here fails the tests. */
export const allCalls: readonly Call[] = Object.values<unknown>(nouns)
  .filter(isCall)
  .sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));

function isCall(value: unknown): value is Call {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "answers" in value;
}
