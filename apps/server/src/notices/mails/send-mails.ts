import { HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import type { Sql } from "../../platform/db/pool.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import type { LinkSigner } from "../../people/api.ts";
import { MailRefusedError, MailServerDownError, type MailTransport } from "../../platform/mail/mail-transport.ts";
import { greet, renderMail } from "./render-mail.ts";
import { claimMails, giveUpMail, markSent, postponeMail, returnMail, type ClaimedMail } from "../../record/api.ts";
import { writeMail } from "./templates/template-list.ts";

/** The wait after each failed attempt. After the last one a mail is given up: about 20 hours in all. */
export const RETRY_WAITS_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  10 * HOUR_MS,
];

/** A process looks for mails to send this often. */
const LOOK_EVERY_MS = 2_000;
const MAILS_PER_ROUND = 10;
/** Longer than a round can take with every time-out of the mail server. */
const LEASE_MS = 15 * MINUTE_MS;
const MAX_REASON_LENGTH = 500;

interface MailLog {
  warn(fields: object, message: string): void;
}

interface MailSenderDeps {
  sql: Sql;
  now: () => Date;
  transport: MailTransport;
  links: LinkSigner;
  /** Where the web app is, for the links. */
  origin: string;
}

/**
 * Sends the mails that are due, once each as far as the mail server tells: a mail whose answer was lost is sent again under the
 * same Message-ID. Several processes share the outbox.
 * @param signal ends it after the mail that is being sent; the others are due again at once
 * @returns the number of mails that were taken
 */
export async function sendDueMails(deps: MailSenderDeps, log: MailLog, signal?: AbortSignal): Promise<number> {
  const mails = await claimMails(deps.sql, MAILS_PER_ROUND, LEASE_MS);
  for (const [index, mail] of mails.entries()) {
    if (signal?.aborted === true) {
      for (const rest of mails.slice(index)) await returnMail(deps.sql, rest.id, 0);
      break;
    }
    const failure = await sendMail(deps, mail);
    if (failure === undefined) continue;
    log.warn(
      { mail: mail.id, template: mail.template, attempts: mail.attempts, reason: failure.message },
      "mail not sent",
    );
    if (!(failure instanceof MailServerDownError)) continue;
    // The other mails of the round were not tried: they wait as long as this one, without using up an attempt.
    for (const rest of mails.slice(index + 1)) await returnMail(deps.sql, rest.id, waitAfter(mail.attempts));
    break;
  }
  return mails.length;
}

/** @returns why the mail was not sent */
async function sendMail(deps: MailSenderDeps, mail: ClaimedMail): Promise<Error | undefined> {
  const { sql, transport } = deps;
  try {
    if (mail.expiresAt !== null && mail.expiresAt <= deps.now()) {
      throw new MailRefusedError("It was not sent in time: its link has ended.");
    }
    await transport.send({ id: mail.id, userId: mail.userId, to: mail.recipient, ...render(deps, mail) });
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    await recordFailure(deps, mail, failure);
    return failure;
  }
  await markSent(sql, mail.id);
  return undefined;
}

function render(deps: MailSenderDeps, mail: ClaimedMail): ReturnType<typeof renderMail> {
  const context = { userId: mail.userId, origin: deps.origin, links: deps.links, now: deps.now() };
  let content;
  try {
    content = writeMail(mail.template, mail.data, context);
  } catch (error) {
    throw new MailRefusedError(`It could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  return renderMail(content, greet(mail.firstName), context);
}

const waitAfter = (attempts: number): number => RETRY_WAITS_MS[attempts - 1] ?? RETRY_WAITS_MS.at(-1) ?? MINUTE_MS;

async function recordFailure({ sql }: MailSenderDeps, { id, attempts }: ClaimedMail, failure: Error): Promise<void> {
  const reason = failure.message.replace(/\p{Cc}+/gu, " ").slice(0, MAX_REASON_LENGTH);
  const isLast = attempts > RETRY_WAITS_MS.length;
  if (failure instanceof MailRefusedError || isLast) await giveUpMail(sql, id, reason);
  else await postponeMail(sql, id, waitAfter(attempts), reason);
}

/** Sends mails until it is stopped. Stopping waits for the mail that is being sent, so that no mail is sent twice. */
export function runMailSender(deps: MailSenderDeps, log: MailLog): Running {
  return runEvery({
    everyMs: LOOK_EVERY_MS,
    run: async (signal) => {
      const taken = await sendDueMails(deps, log, signal);
      return { waitMs: taken === MAILS_PER_ROUND ? 0 : LOOK_EVERY_MS };
    },
    failed: (error) => log.warn({ err: error }, "could not read the outbox; it is read again"),
    end: () => deps.transport.close(),
  });
}
