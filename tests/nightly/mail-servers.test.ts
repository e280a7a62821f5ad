import { type ParsedMail, simpleParser } from "mailparser";
import { describe, expect } from "vitest";
import type { Operations } from "@wazi/contracts";
import { signUp } from "../harness/http-client.ts";
import { processTest } from "../harness/process-test.ts";
import { adminOf } from "../harness/wazi-process.ts";
import { adapt, explainMissing, NO_ROOT, pathOf, versionOf, startBuiltWazi } from "./nightly-programs.ts";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { type RunningProgram, runProgram, startProgram, untilListening } from "../cluster/programs.ts";
import { makeCertificate } from "./tls-client.ts";

/** Debian's mail servers with Debian's own configuration. Only ports, paths, the mail domain and the planted refusal are the test's. */

const MAIL_DOMAIN = "wazi.example";
/** A user of every Debian whose mailbox receives, and who has a home, which Exim needs. */
const MAILBOX = "games";
/** The sender's mailbox, which gets what could not be delivered. */
const SENDER = "bin";
/** The recipient that is told to come back later, until the greylist is lifted. */
const LATER = "sys";

interface RunningMailServer {
  port: number;
  /** The text of everything that has been delivered to a user. */
  read: (user: string) => string;
  liftGreylist: () => void;
  stop(): Promise<void>;
}

/** Postfix refuses an unknown recipient at once. Exim takes every mail of this machine, and sends back what it cannot deliver. */
const MAIL_SERVERS = {
  postfix: { program: "postfix", packageName: "postfix", refusesUnknown: true, start: startPostfix },
  exim4: { program: "exim4", packageName: "exim4-daemon-light", refusesUnknown: false, start: startExim },
} as const;

function makeFolder(): { folder: string; mailboxes: string } {
  const folder = mkdtempSync(join(tmpdir(), "wazi-mail-server-"));
  chmodSync(folder, 0o755);
  const mailboxes = join(folder, "mail");
  mkdirSync(mailboxes);
  // As /var/mail is for every user: each mailbox is created by its owner.
  chmodSync(mailboxes, 0o1777);
  return { folder, mailboxes };
}

async function run(
  name: string,
  place: { folder: string; mailboxes: string; port: number },
  program: RunningProgram,
  actions: { liftGreylist: () => void; end: () => void },
): Promise<RunningMailServer> {
  const stop = async (): Promise<void> => {
    actions.end();
    await program.stop();
    rmSync(place.folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilListening(name, place.port, program);
  } catch (error) {
    await stop();
    throw error;
  }
  const read = (user: string): string => {
    const path = join(place.mailboxes, user);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  return { port: place.port, read, liftGreylist: () => actions.liftGreylist(), stop };
}

/** As `apt-get install postfix` sets it up for an Internet site: STARTTLS with a certificate that no one signed. */
async function startPostfix(): Promise<RunningMailServer> {
  const { folder, mailboxes } = makeFolder();
  const own = join(folder, "postfix");
  cpSync("/etc/postfix", own, { recursive: true, verbatimSymlinks: true });
  const { certificate, key } = makeCertificate(folder, "snakeoil", ["DNS:localhost.localdomain"]);
  const port = await findFreePort();
  const [queue, data] = [join(folder, "queue"), join(folder, "data")];
  mkdirSync(queue);
  mkdirSync(data);
  runProgram("/bin/chown", ["postfix", data], undefined);
  const master = readFileSync(join(own, "master.cf"), "utf8");
  writeFileSync(join(own, "master.cf"), adapt(master, [["\nsmtp      inet", `\n127.0.0.1:${port} inet`]]));
  const greylist = join(folder, "greylist");
  writeFileSync(greylist, `${LATER}@${MAIL_DOMAIN} 450 4.2.0 Greylisted, try again later\n`);
  const settings = [
    `mydestination=${MAIL_DOMAIN}`,
    `myhostname=mail.${MAIL_DOMAIN}`,
    `queue_directory=${queue}`,
    `data_directory=${data}`,
    `mail_spool_directory=${mailboxes}`,
    `smtpd_tls_cert_file=${certificate}`,
    `smtpd_tls_key_file=${key}`,
    "smtpd_tls_security_level=may",
    `smtpd_recipient_restrictions=check_recipient_access texthash:${greylist}`,
  ];
  runProgram(pathOf("postconf"), ["-c", own, "-e", ...settings], undefined);
  const program = startProgram(pathOf("postfix"), ["-c", own, "start-fg"]);
  const command = (name: string): void => void spawnSync(pathOf("postfix"), ["-c", own, name]);
  return run("postfix", { folder, mailboxes, port }, program, {
    liftGreylist: () => {
      writeFileSync(greylist, "");
      command("reload");
    },
    end: () => command("stop"),
  });
}

/** The files that exim may read with its rights. Debian compiles this path in. */
const TRUSTED_CONFIGS = "/etc/exim4/trusted_configs";

/**
 * As `apt-get install exim4` sets it up, after `dpkg-reconfigure exim4-config` for an Internet site: STARTTLS with a certificate
 * that it makes itself.
 */
async function startExim(): Promise<RunningMailServer> {
  const { folder, mailboxes } = makeFolder();
  const own = join(folder, "exim4");
  cpSync("/etc/exim4", own, { recursive: true });
  const spool = join(folder, "spool");
  mkdirSync(spool);
  runProgram("/bin/chown", ["Debian-exim", spool], undefined);
  const [port, greylist, acl] = [await findFreePort(), join(folder, "greylist"), join(folder, "acl")];
  writeFileSync(greylist, "");
  const isGreylisted = `\${if and{{exists{${greylist}}}{match{$recipients}{${LATER}@}}}}`;
  writeFileSync(acl, `defer\n  message = Greylisted, try again later\n  condition = ${isGreylisted}\n`);
  const answers = join(own, "update-exim4.conf.conf");
  writeFileSync(
    answers,
    readFileSync(answers, "utf8")
      .replace(/^dc_eximconfig_configtype=.*$/m, "dc_eximconfig_configtype='internet'")
      .replace(/^dc_other_hostnames=.*$/m, `dc_other_hostnames='${MAIL_DOMAIN}'`),
  );
  const config = join(folder, "config.autogenerated");
  runProgram("/usr/sbin/update-exim4.conf", ["--confdir", own, "--output", config], undefined);
  const macros = `SPOOLDIR = ${spool}\nCHECK_DATA_LOCAL_ACL_FILE = ${acl}\nlog_file_path = ${spool}/%slog\n`;
  writeFileSync(config, macros + adapt(readFileSync(config, "utf8"), [["/var/mail/", `${mailboxes}/`]]));
  appendFileSync(TRUSTED_CONFIGS, `${config}\n`);
  const program = startProgram(pathOf("exim4"), ["-C", config, "-bdf", "-q30m", "-oX", `127.0.0.1.${port}`]);
  return run("exim4", { folder, mailboxes, port }, program, {
    liftGreylist: () => rmSync(greylist),
    end: () => {
      const others = readFileSync(TRUSTED_CONFIGS, "utf8").replace(`${config}\n`, "");
      if (others === "") rmSync(TRUSTED_CONFIGS);
      else writeFileSync(TRUSTED_CONFIGS, others);
    },
  });
}

const ORIGIN = "https://wazi.example";
const FIRST_NAME = "Zoë Łucja";
/** The longest reason, of letters with two bytes and without a space, so that it cannot be wrapped. */
const REASON = "Ü".repeat(500);
const DELIVERED_MS = 60_000;
/** A mail that was told to come back waits one minute. */
const SECOND_TRY_MS = 150_000;
/** RFC 5322, 2.1.1, without the line end. */
const MAX_LINE_BYTES = 998;

describe.each(Object.entries(MAIL_SERVERS))(
  "with Debian's %s",
  (name, { program, packageName, refusesUnknown, start }) => {
    const test = processTest
      // Debian keeps one mail server: installing one of them removes the other.
      .extend("skipReason", explainMissing({ [program]: packageName, openssl: "openssl" }) || NO_ROOT)
      .extend("server", async ({ stopLater }) => {
        const server = await start();
        stopLater(() => server.stop());
        return server;
      })
      .extend("wazi", async ({ server, stopLater }) => {
        const wazi = await startBuiltWazi({
          MAIL_URL: `smtp://127.0.0.1:${server.port}`,
          MAIL_FROM: `Wazi <${SENDER}@${MAIL_DOMAIN}>`,
          PUBLIC_ORIGIN: ORIGIN,
        });
        stopLater(() => wazi.stop());
        return wazi;
      });

    test("mails are delivered, refused for good, or sent again later", async ({ server, wazi }) => {
      const { read, liftGreylist } = server;
      const join = (user: string): Promise<string> =>
        signUp(wazi.client(), { firstName: FIRST_NAME, email: `${user}@${MAIL_DOMAIN}` });
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
      await expect.poll(() => wazi.stdout(), { timeout: DELIVERED_MS }).toContain("Greylisted");
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
