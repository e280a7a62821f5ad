import { join } from "node:path";
import type { MailSettings } from "../settings/mail-settings.ts";
import { openFolderMail } from "./folder-mail.ts";
import type { MailTransport } from "./mail-transport.ts";

/** Opens the configured mail server, or the folder that stands in for one. Sends nothing. */
export async function openMail({ dataDir, mail }: { dataDir: string; mail: MailSettings }): Promise<MailTransport> {
  if (mail.server === undefined) return openFolderMail(join(dataDir, "mail"), mail.from);
  const { openSmtpMail } = await import("./smtp-mail.ts");
  return openSmtpMail(mail.server, mail.from);
}
