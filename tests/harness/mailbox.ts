import { expect } from "vitest";
import { sendDueMails } from "../../apps/server/src/notices/mails/send-mails.ts";
import { createRecordingMail } from "./recording-mail.ts";
import { silentLog } from "./silent-log.ts";
import type { TestSite } from "./test-site.ts";

/** The mailboxes of the people of a test site. */
export interface Mailbox {
  /** Waits for the latest mail to an address with a link to a page. @returns the link, from its path on */
  findLink(email: string, path: string): Promise<string>;
}

export function openMailbox({ test, origin }: TestSite): Mailbox {
  const { transport, sent } = createRecordingMail();
  const deps = { sql: test.sql, now: () => new Date(), transport, links: test.links, origin };
  const readLink = async (email: string, path: string): Promise<string> => {
    while ((await sendDueMails(deps, silentLog)) > 0);
    const links = sent
      .filter(({ to }) => to === email)
      .map(({ text }) => new RegExp(`${path}#[\\w-]+`).exec(text)?.[0]);
    return links.findLast((link) => link !== undefined) ?? "";
  };
  return {
    async findLink(email, path) {
      await expect.poll(() => readLink(email, path)).not.toBe("");
      return readLink(email, path);
    },
  };
}
