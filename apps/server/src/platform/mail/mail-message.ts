import type { SendMailOptions } from "nodemailer";
import type { OutgoingMail } from "./mail-transport.ts";

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
