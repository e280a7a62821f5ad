import { simpleParser, type ParsedMail } from "mailparser";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Operations } from "@wazi/contracts";
import { signUp } from "../harness/http-client.ts";
import { adminOf, endEverything, type Serving } from "../harness/wazi-process.ts";
import { skipWithoutPrograms, skipWithoutRoot, versionOf } from "./debian-programs.ts";
import { LATER, MAIL_DOMAIN, MAIL_SERVERS, MAILBOX, SENDER, type RunningMailServer } from "./mail-servers.ts";
import { startBuiltWazi } from "./start-built-wazi.ts";

const ORIGIN = "https://wazi.example";
const FIRST_NAME = "Zoë Łucja";
/** The longest reason, of letters with two bytes and without a space, so that it cannot be wrapped. */
const REASON = "Ü".repeat(500);
const DELIVERED_MS = 60_000;
/** A mail that was told to come back waits one minute. */
const SECOND_TRY_MS = 150_000;
/** RFC 5322, 2.1.1, without the line end. */
const MAX_LINE_BYTES = 998;

let server: RunningMailServer | undefined;
let wazi: Serving | undefined;

afterEach(async () => {
  await wazi?.stop();
  await server?.stop();
  [server, wazi] = [undefined, undefined];
  await endEverything();
});

describe.each(Object.entries(MAIL_SERVERS))(
  "with Debian's %s",
  (name, { program, packageName, refusesUnknown, start }) => {
    beforeEach((context) => {
      // Debian keeps one mail server: installing one of them removes the other.
      skipWithoutPrograms(context, { [program]: packageName, openssl: "openssl" });
      skipWithoutRoot(context);
    });

    test("mails are delivered, refused for good, or sent again later", async () => {
      server = await start();
      const { port, read, liftGreylist } = server;
      wazi = await startBuiltWazi({
        MAIL_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: `Wazi <${SENDER}@${MAIL_DOMAIN}>`,
        PUBLIC_ORIGIN: ORIGIN,
      });
      const join = (user: string): Promise<string> =>
        signUp((wazi as Serving).client(), { firstName: FIRST_NAME, email: `${user}@${MAIL_DOMAIN}` });
      const userId = await join(MAILBOX);
      await expect.poll(() => read(MAILBOX), { timeout: DELIVERED_MS }).toContain(`Message-ID: <`);
      expect((await mailsOf(read(MAILBOX)))[0]?.text).toContain(`Hello ${FIRST_NAME},`);

      const admin = await adminOf(wazi);
      await admin.call("POST", `/api/admin/users/${userId}/deactivate`, { reason: REASON });
      const reasonOf = async (): Promise<string> =>
        (await mailsOf(read(MAILBOX))).map(({ text }) => text ?? "").join("\n");
      await expect.poll(reasonOf, { timeout: DELIVERED_MS }).toContain(REASON);
      const longest = Math.max(
        ...read(MAILBOX)
          .split("\n")
          .map((line) => Buffer.byteLength(line)),
      );
      expect(longest).toBeLessThanOrEqual(MAX_LINE_BYTES);

      await join("no-such-user");
      const given = async (): Promise<Operations["mail"]> =>
        ((await admin.call("GET", "/api/admin/operations")).body as Operations).mail;
      const unknown = `no-such-user@${MAIL_DOMAIN}`;
      if (refusesUnknown) {
        await expect.poll(async () => (await given()).failedCount, { timeout: DELIVERED_MS }).toBe(1);
        expect((await given()).failed[0]).toMatchObject({ recipient: unknown, attempts: 1 });
        expect((await given()).failed[0]?.reason).toMatch(/550/);
      } else {
        await expect.poll(() => read(SENDER), { timeout: DELIVERED_MS }).toContain(unknown);
      }
      const { failedCount } = await given();
      expect(failedCount).toBe(refusesUnknown ? 1 : 0);

      await join(LATER);
      await expect.poll(() => (wazi as Serving).stdout(), { timeout: DELIVERED_MS }).toContain("Greylisted");
      expect([(await given()).failedCount, read(LATER)]).toEqual([failedCount, ""]);
      liftGreylist();
      await expect.poll(() => read(LATER), { timeout: SECOND_TRY_MS }).toContain("Message-ID: <");
      process.stdout.write(`${name} ${versionOf(packageName)}: longest line ${longest} bytes\n`);
    });
  },
);

/** The mails of a mailbox in mbox format. */
function mailsOf(mbox: string): Promise<ParsedMail[]> {
  return Promise.all(
    mbox
      .split(/^From .*$/m)
      .filter((each) => each.trim() !== "")
      .map((each) => simpleParser(each.trimStart())),
  );
}
