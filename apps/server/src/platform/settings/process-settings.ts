import { optional, parseWholeNumber, Problem, required } from "./setting-entry.ts";

const MAX_PORT = 65_535;
/** More connections than this wait for each other in PostgreSQL. */
const MAX_CONNECTIONS = 200;

/** Process managers end a process that takes much longer to stop. */
const MAX_DRAIN_SECONDS = 60;

export function parseHost(text: string): string | Problem {
  return /^[\w.:-]{1,255}$/.test(text) ? text : new Problem("is not a host name or an IP address");
}

/** Settings of one process, which may differ between the processes of an installation. */
export const processEntries = {
  databaseConnections: required({
    variable: "DATABASE_CONNECTIONS",
    fallback: "8",
    meaning:
      "The connections of this process for ordinary statements. It has half as many more, at most 4, for statements by key, and 1 that listens.",
    allowed: `a whole number from 1 to ${MAX_CONNECTIONS}`,
    parse: parseWholeNumber(1, MAX_CONNECTIONS),
  }),
  drainSeconds: required({
    variable: "DRAIN_SECONDS",
    fallback: "0",
    meaning:
      "At a stop, how long a process that serves still takes requests while /readyz is 503, so that a proxy sends no more of them.",
    allowed: `a whole number from 0 to ${MAX_DRAIN_SECONDS}`,
    parse: parseWholeNumber(0, MAX_DRAIN_SECONDS),
  }),
  metricsPort: optional({
    variable: "METRICS_PORT",
    meaning: "The port for Prometheus metrics at /metrics. Not set: no metrics.",
    allowed: `a whole number from 1 to ${MAX_PORT}`,
    parse: parseWholeNumber(1, MAX_PORT),
  }),
  metricsHost: required({
    variable: "METRICS_HOST",
    fallback: "127.0.0.1",
    meaning: "The address for metrics. They need no sign-in, so open it only to your monitoring.",
    allowed: "a host name or an IP address",
    parse: parseHost,
  }),
} as const;
