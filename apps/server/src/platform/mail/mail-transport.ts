import type { SendMailOptions } from "nodemailer";

/** A mail that is ready to be sent. */
export interface OutgoingMail {
  /** The id of its row in the outbox. The Message-ID is made from it, so a mail that was sent twice is recognised. */
  id: string;
  userId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Takes mails to their recipients. */
export interface MailTransport {
  /** Shown to administrators, such as "SMTP smtp.example.com:587". Contains no secret. */
  readonly description: string;
  /**
   * @throws MailRefusedError when trying again is of no use · MailServerDownError when no mail can be sent now · any other
   * error when this mail should be tried again later
   */
  send(mail: OutgoingMail): Promise<void>;
  /** Removes the copies that the transport itself keeps of a user's mails. */
  forgetUser(userId: string): Promise<void>;
  close(): Promise<void>;
}

/** The mail server refused this mail for good. */
export class MailRefusedError extends Error {
  override readonly name = "MailRefusedError";
}

/** The mail server cannot be reached or does not accept our sign-in. */
export class MailServerDownError extends Error {
  override readonly name = "MailServerDownError";
}

/** The parts of a mail for nodemailer. The recipient is an address without a name, so no name can reach a header. */
export function toMessage(mail: OutgoingMail, from: string): SendMailOptions {
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? "localhost";
  return {
    from,
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
