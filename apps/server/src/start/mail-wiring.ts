import { join } from "node:path";
import { openFolderMail } from "../platform/mail/folder-mail.ts";
import { createLinkSigner, type LinkSigner } from "../people/identity/signed-links.ts";
import type { MailTransport } from "../platform/mail/mail-transport.ts";
import { openDocumentKeys } from "./document-wiring.ts";
import type { Settings } from "./settings/settings.ts";

/** Opens the configured mail server, or the folder that stands in for one. Sends nothing. */
export async function openMail({ dataDir, mail }: Pick<Settings, "dataDir" | "mail">): Promise<MailTransport> {
  if (mail.server === undefined) return openFolderMail(join(dataDir, "mail"), mail.from);
  const { openSmtpMail } = await import("../platform/mail/smtp-mail.ts");
  return openSmtpMail(mail.server, mail.from);
}

/** Signs the links in mails with the keys of the identity documents. */
export const openLinkSigner = (settings: Pick<Settings, "dataDir" | "documents">): LinkSigner =>
  createLinkSigner(openDocumentKeys(settings));
