import { defineSettings, optional, parseLine, Problem, required, type ParsedEntries } from "./setting-entry.ts";

/** A mail server. */
export interface MailServerSettings {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). Otherwise the connection is upgraded with STARTTLS. */
  isImplicitTls: boolean;
  credentials: { user: string; password: string } | undefined;
}

export interface MailSettings {
  /** Undefined: mails are written to a folder. */
  server: MailServerSettings | undefined;
  /** The sender, such as "Wazi <no-reply@wazi.example>". */
  from: string;
}

const SUBMISSION_PORT = 587;
const SMTPS_PORT = 465;

function parseMailUrl(text: string): MailServerSettings | Problem {
  if (!/^smtps?:\/\//i.test(text) || !URL.canParse(text)) return new Problem("is not the address of a mail server");
  const url = new URL(text);
  const isBare = (url.pathname === "" || url.pathname === "/") && url.search === "" && url.hash === "";
  if (!isBare || url.hostname === "") return new Problem("has parts other than user, password, host and port");
  const isImplicitTls = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  if ((user === "") !== (password === "")) return new Problem("has a user without a password, or the reverse");
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isImplicitTls ? SMTPS_PORT : SUBMISSION_PORT) : Number(url.port),
    isImplicitTls,
    credentials: user === "" ? undefined : { user, password },
  };
}

/** A name is optional: `no-reply@wazi.example` or `Wazi <no-reply@wazi.example>`. */
function parseSender(text: string): string | Problem {
  const line = parseLine(text);
  if (line instanceof Problem) return line;
  return /^(?:[^<>@,;"]+ <)?[^\s<>@,;"]+@[\w.-]+>?$/.test(line) && line.includes("<") === line.endsWith(">")
    ? line
    : new Problem("is not an e-mail address");
}

const entries = {
  mailServer: optional({
    variable: "MAIL_URL",
    meaning: "The mail server. Not set: mails are written as .eml files to the folder mail in DATA_DIR.",
    allowed: "smtp://user:password@host:port (STARTTLS) or smtps://user:password@host:port (TLS)",
    secret: true,
    parse: parseMailUrl,
  }),
  mailFrom: required({
    variable: "MAIL_FROM",
    fallback: "Wazi <no-reply@wazi.local>",
    meaning: "The sender of mails. MAIL_URL needs it.",
    allowed: "an e-mail address, also as Name <address>",
    parse: parseSender,
  }),
} as const;

type MailValues = ParsedEntries<typeof entries>;

/** A mail server needs a sender that it accepts, and links need the site's own address. Returns one line for each problem. */
function check(values: MailValues & { publicOrigin: string | undefined }): string[] {
  if (values.mailServer === undefined) return [];
  const problems: string[] = [];
  if (values.mailFrom === entries.mailFrom.fallback) {
    problems.push(`MAIL_FROM is not set. MAIL_URL needs it. Allowed: ${entries.mailFrom.allowed}.`);
  }
  if (values.publicOrigin === undefined) {
    problems.push(
      "PUBLIC_ORIGIN is not set. MAIL_URL needs it, because mails contain links to the site. Allowed: scheme, host and port, such as https://wazi.example.",
    );
  }
  return problems;
}

export const mailSettings = defineSettings({
  title: "Mail",
  entries,
  check,
  toSettings: ({ mailServer: server, mailFrom: from }): { mail: MailSettings } => ({ mail: { server, from } }),
});
