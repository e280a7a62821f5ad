import { join } from "node:path";
import { openFolderMail } from "./adapters/folder-mail.ts";
import { createLinkSigner, type LinkSigner } from "./core/identity/signed-links.ts";
import type { MailTransport } from "./core/mail/mail-transport.ts";
import { openDocumentKeys } from "./document-wiring.ts";
import type { Settings } from "./settings/settings.ts";

/** Opens the configured mail server, or the folder that stands in for one. Sends nothing. */
export async function openMail({ dataDir, mail }: Pick<Settings, "dataDir" | "mail">): Promise<MailTransport> {
  if (mail.server === undefined) return openFolderMail(join(dataDir, "mail"), mail.from);
  const { openSmtpMail } = await import("./adapters/smtp-mail.ts");
  return openSmtpMail(mail.server, mail.from);
}

/** Signs the links in mails with the keys of the identity documents. */
export const openLinkSigner = (settings: Pick<Settings, "dataDir" | "documents">): LinkSigner =>
  createLinkSigner(openDocumentKeys(settings));
