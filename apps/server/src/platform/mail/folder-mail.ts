import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type MailTransport, type OutgoingMail, toMessage } from "./mail-transport.ts";

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** The oldest files are removed beyond this number. */
const MAX_FILES = 2_000;
/** Files are counted after this many mails. */
const COUNT_EVERY = 100;

/** Writes mails as .eml files, which mail programs open. The names begin with the time and contain the user's id. */
export function openFolderMail(folder: string, from: string): MailTransport {
  let written = 0;
  return {
    description: `folder ${folder}`,
    async send(mail: OutgoingMail) {
      // Not loaded before the first mail, so that the process starts sooner.
      const { createTransport } = await import("nodemailer");
      const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message } = await composer.sendMail(toMessage(mail, from));
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
      const time = new Date().toISOString().replace(/[:.]/g, "-");
      const name = `${time} ${mail.userId} ${mail.id}.eml`;
      await writeFile(join(folder, name), message as Buffer, { mode: OWNER_ONLY_FILE });
      written += 1;
      if (written % COUNT_EVERY === 0) await removeOldest(folder);
    },
    async forgetUser(userId) {
      const names = await listMails(folder);
      await Promise.all(
        names.filter((name) => name.includes(userId)).map((name) => rm(join(folder, name), { force: true })),
      );
    },
    close: () => Promise.resolve(),
  };
}

async function listMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(".eml")).sort();
}

async function removeOldest(folder: string): Promise<void> {
  const names = await listMails(folder);
  await Promise.all(names.slice(0, -MAX_FILES).map((name) => rm(join(folder, name), { force: true })));
}
