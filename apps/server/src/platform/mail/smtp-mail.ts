import { createTransport } from "nodemailer";
import {
  MailRefusedError,
  MailServerDownError,
  type MailTransport,
  type OutgoingMail,
  toMessage,
} from "./mail-transport.ts";
import { isLoopback } from "../base/network-addresses.ts";
import type { MailServerSettings } from "../settings/mail-settings.ts";

const CONNECTIONS = 2;
const CONNECT_TIMEOUT_MS = 15_000;
/** A server that is slower than this in one step counts as down. */
const STEP_TIMEOUT_MS = 30_000;

/** Errors of the connection, its encryption and our sign-in: no other mail would be taken either. */
const downCodes: ReadonlySet<string> = new Set([
  "ECONNECTION",
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "ESOCKET",
  "EDNS",
  "ETLS",
  "EAUTH",
  "ENOAUTH",
  "EOAUTH2",
  "EPROTOCOL",
]);

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

interface SmtpOptions {
  stepTimeoutMs?: number;
}

/**
 * Sends mails through a mail server. With smtp:// the connection must be upgraded by STARTTLS, and certificates are verified.
 * To this machine itself smtp:// needs neither: Debian's mail servers offer STARTTLS there with a certificate that no one signed.
 */
export function openSmtpMail(server: MailServerSettings, from: string, options: SmtpOptions = {}): MailTransport {
  const { host, port, isImplicitTls, credentials } = server;
  const stepTimeoutMs = options.stepTimeoutMs ?? STEP_TIMEOUT_MS;
  const transport = createTransport({
    host,
    port,
    secure: isImplicitTls,
    requireTLS: !isImplicitTls && !isLoopback(host),
    tls: { rejectUnauthorized: isImplicitTls || !isLoopback(host) },
    ...(credentials ? { auth: { user: credentials.user, pass: credentials.password } } : {}),
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: Math.min(CONNECT_TIMEOUT_MS, stepTimeoutMs),
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    description: `SMTP ${host}:${port}`,
    async send(mail: OutgoingMail) {
      try {
        await transport.sendMail(toMessage(mail, from));
      } catch (error) {
        throw classify(error as SmtpError);
      }
    },
    forgetUser: () => Promise.resolve(),
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}

/** A 5xx to a mail is final, a 4xx is not (RFC 5321, 4.2.1). A refused sign-in is a matter of our settings, so it is tried again. */
function classify(error: SmtpError): Error {
  if (error.code !== undefined && downCodes.has(error.code)) return new MailServerDownError(error.message);
  const status = error.responseCode ?? 0;
  return status >= 500 && status < 600 ? new MailRefusedError(error.message) : error;
}
