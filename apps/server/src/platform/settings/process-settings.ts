import { resolve } from "node:path";
import { isPublicAddress } from "../base/network-addresses.ts";
import {
  defineSettings,
  optional,
  type ParsedEntries,
  parseList,
  parseNumberInRange,
  parseOneOf,
  parseWholeNumber,
  Problem,
  required,
} from "./setting-entry.ts";

const MAX_PROXY_HOPS = 10;
/** Throttles store a timestamp for each attempt, so the limit must be bounded. */
const MAX_RATE_LIMIT_SCALE = 100;

const MAX_PORT = 65_535;
/** More connections than this wait for each other in PostgreSQL. */
const MAX_CONNECTIONS = 200;

/** Process managers end a process that takes much longer to stop. */
const MAX_DRAIN_SECONDS = 60;

function parseHost(text: string): string | Problem {
  return /^[\w.:-]{1,255}$/.test(text) ? text : new Problem("is not a host name or an IP address");
}

/** @returns lower case, without the brackets of IPv6 */
function parsePrivateHosts(text: string): readonly string[] | Problem {
  const hosts = parseList(text.toLowerCase());
  if (hosts instanceof Problem) return hosts;
  if (!hosts.every((host) => /^[\w.:-]{1,255}$/.test(host))) return new Problem("has a part that is not a host");
  const outside = hosts.find((host) => isPublicAddress(host));
  return outside === undefined ? hosts : new Problem(`has the public address ${outside}`);
}

function parseOrigin(text: string): string | Problem {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return new Problem("is not a web address");
  const url = new URL(text);
  const isBare = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return isBare ? url.origin : new Problem("has parts other than scheme, host and port");
}

/** The number of trusted proxies, or their addresses. */
function parseProxies(text: string): number | readonly string[] | Problem {
  if (/^\d{1,2}$/.test(text))
    return Number(text) <= MAX_PROXY_HOPS ? Number(text) : new Problem("names too many proxies");
  const names = parseList(text);
  if (names instanceof Problem) return names;
  const isAddress = (name: string): boolean =>
    ["loopback", "linklocal", "uniquelocal"].includes(name) || /^[\da-fA-F.:]{2,45}(\/\d{1,3})?$/.test(name);
  return names.every(isAddress) ? names : new Problem("contains a part that is not an address");
}

const entries = {
  port: required({
    variable: "PORT",
    fallback: "3000",
    meaning: "The port to listen on. 0 picks a free port and prints it.",
    perProcess: true,
    allowed: "a whole number from 0 to 65535",
    parse: parseWholeNumber(0, 65_535),
  }),
  host: required({
    variable: "HOST",
    fallback: "127.0.0.1",
    meaning: "The address to listen on; 0.0.0.0 for all.",
    perProcess: true,
    allowed: "a host name or an IP address",
    parse: parseHost,
  }),
  dataDir: required({
    variable: "DATA_DIR",
    fallback: ".data",
    meaning: "The folder for all data: database, documents, keys. Relative to the project folder.",
    perProcess: true,
    allowed: "a folder",
    parse: (text, baseDir) => (text.includes("\0") ? new Problem("is not a path") : resolve(baseDir, text)),
  }),
  mode: required({
    variable: "WAZI_MODE",
    fallback: "demo",
    meaning: "Demo uses paper money, live uses real money.",
    allowed: "demo or live",
    parse: parseOneOf("demo", "live"),
  }),
  role: required({
    variable: "ROLE",
    fallback: "all",
    meaning: "The work of this process: serve requests, trade, or both. The values api and trader need DATABASE_URL.",
    allowed: "api, trader or all",
    parse: parseOneOf("api", "trader", "all"),
  }),
  rateLimitScale: required({
    variable: "RATE_LIMIT_SCALE",
    fallback: "1",
    meaning: "A factor for all rate limits; 0 turns them off, for tests and benchmarks.",
    allowed: `a number from 0 to ${MAX_RATE_LIMIT_SCALE}; in live mode above 0 and at most 1`,
    parse: parseNumberInRange(0, MAX_RATE_LIMIT_SCALE),
  }),
  logLevel: required({
    variable: "LOG_LEVEL",
    fallback: "info",
    meaning: "The lowest level of log lines to write.",
    perProcess: true,
    allowed: "fatal, error, warn, info, debug, trace or silent",
    parse: parseOneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
  }),
  logFormat: optional({
    variable: "LOG_FORMAT",
    meaning:
      "json writes one object a line. text writes warnings and errors only, as sentences. Not set: text in a terminal, json elsewhere.",
    perProcess: true,
    allowed: "json or text",
    parse: parseOneOf("json", "text"),
  }),
  trustProxy: optional({
    variable: "TRUST_PROXY",
    meaning: "The proxies whose X-Forwarded headers are trusted. Not set: none. Live mode needs it.",
    allowed: `the number of proxies (at most ${MAX_PROXY_HOPS}), or their addresses, separated by commas`,
    parse: parseProxies,
  }),
  publicOrigin: optional({
    variable: "PUBLIC_ORIGIN",
    meaning:
      "The public address of the site behind a proxy. Not set: taken from each request. Live mode needs it, with https.",
    allowed: "scheme, host and port, such as https://wazi.example",
    parse: parseOrigin,
  }),
  privateHosts: optional({
    variable: "PRIVATE_HOSTS",
    meaning:
      "Hosts of your own network that Wazi may reach without TLS in live mode: nodes, a signer, proxies. Metrics may also listen on them. Not set: this machine only.",
    allowed: "host names, private IP addresses, 0.0.0.0 or ::, separated by commas",
    parse: parsePrivateHosts,
  }),
  securityContact: optional({
    variable: "SECURITY_CONTACT",
    meaning: "Where security problems are reported, for security.txt. Not set: the site's security page.",
    allowed: "mailto:<address> or an address that starts with https://",
    parse: (text) =>
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text) ? text : new Problem("is not a mail or web address"),
  }),
  databaseConnections: required({
    variable: "DATABASE_CONNECTIONS",
    fallback: "8",
    meaning:
      "The connections of this process for ordinary statements. It has half as many more, at most 4, for statements by key, and 1 that listens.",
    perProcess: true,
    allowed: `a whole number from 1 to ${MAX_CONNECTIONS}`,
    parse: parseWholeNumber(1, MAX_CONNECTIONS),
  }),
  drainSeconds: required({
    variable: "DRAIN_SECONDS",
    fallback: "0",
    meaning:
      "At a stop, how long a process that serves still takes requests while /readyz is 503, so that a proxy sends no more of them.",
    perProcess: true,
    allowed: `a whole number from 0 to ${MAX_DRAIN_SECONDS}`,
    parse: parseWholeNumber(0, MAX_DRAIN_SECONDS),
  }),
  metricsPort: optional({
    variable: "METRICS_PORT",
    meaning: "The port for Prometheus metrics at /metrics. Not set: no metrics.",
    perProcess: true,
    allowed: `a whole number from 1 to ${MAX_PORT}`,
    parse: parseWholeNumber(1, MAX_PORT),
  }),
  metricsHost: required({
    variable: "METRICS_HOST",
    fallback: "127.0.0.1",
    meaning: "The address for metrics. They need no sign-in, so open it only to your monitoring.",
    perProcess: true,
    allowed: "a host name or an IP address",
    parse: parseHost,
  }),
} as const;

type Values = ParsedEntries<typeof entries>;

function check({ role, databaseUrl }: Values & { databaseUrl: string | undefined }): string[] {
  if (role === "all" || databaseUrl !== undefined) return [];
  return [
    `ROLE: "${role}" needs DATABASE_URL, a database shared with the other processes. Without it only ROLE=all is allowed.`,
  ];
}

function checkLive({ rateLimitScale }: Values): string[] {
  if (rateLimitScale > 0 && rateLimitScale <= 1) return [];
  return [`RATE_LIMIT_SCALE: "${rateLimitScale}" is not allowed in live mode. Allowed: above 0 and at most 1.`];
}

export const processSettings = defineSettings({ title: "Process and site", entries, check, checkLive });
