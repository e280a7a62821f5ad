import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { simpleParser, type ParsedMail } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MailRefusedError, MailServerDownError, type OutgoingMail } from "./mail-transport.ts";
import { openFolderMail } from "./folder-mail.ts";
import { openSmtpMail } from "./smtp-mail.ts";

const FROM = "Wazi <no-reply@wazi.example>";
/** Leads to this machine, but is not one of its names that the product knows. */
const OTHER_NAME = "0.0.0.0";
const mail: OutgoingMail = {
  id: "11111111-1111-4111-8111-111111111111",
  userId: "22222222-2222-4222-8222-222222222222",
  to: "amina@example.com",
  subject: "Your deposit has arrived",
  text: "The money is in your balance.\n",
  html: "<p>The money is in your balance.</p>",
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A mail server on this machine that keeps what it receives. */
async function startServer(options: SMTPServerOptions = {}): Promise<{ port: number; received: ParsedMail[] }> {
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      void simpleParser(stream).then((parsed) => {
        received.push(parsed);
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, received };
}

function open(
  port: number,
  over: { host?: string; isImplicitTls?: boolean; user?: string; stepTimeoutMs?: number } = {},
) {
  const transport = openSmtpMail(
    {
      host: over.host ?? "127.0.0.1",
      port,
      isImplicitTls: over.isImplicitTls ?? false,
      credentials: over.user === undefined ? undefined : { user: over.user, password: "secret" },
    },
    FROM,
    { stepTimeoutMs: over.stepTimeoutMs ?? 2_000 },
  );
  closing.unshift(() => transport.close());
  return transport;
}

function replyWith(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

describe("a mail server", () => {
  it("receives text and HTML, from the sender, under an id of our own", async () => {
    const { port, received } = await startServer();
    await open(port).send(mail);
    expect(received).toHaveLength(1);
    const [parsed] = received;
    expect(parsed).toMatchObject({ subject: mail.subject, text: mail.text, messageId: `<${mail.id}@wazi.example>` });
    expect(parsed?.html).toContain("in your balance");
    expect(parsed?.from?.text).toBe('"Wazi" <no-reply@wazi.example>');
    expect(parsed?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(parsed?.attachments).toEqual([]);
  });

  it("gets our user and password", async () => {
    const seen: unknown[] = [];
    const { port } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    await open(port, { user: "wazi" }).send(mail);
    expect(seen).toEqual([["wazi", "secret"]]);
  });

  it("is asked again later after a 4xx, and never again after a 5xx", async () => {
    const answers = [replyWith(451, "Try later"), replyWith(550, "No such mailbox")];
    const { port } = await startServer({ onRcptTo: (_address, _session, done) => done(answers.shift()) });
    const transport = open(port);
    const busy = await transport.send(mail).catch((error: unknown) => error);
    expect(busy).not.toBeInstanceOf(MailRefusedError);
    expect(busy).not.toBeInstanceOf(MailServerDownError);
    expect(String(busy)).toContain("Try later");
    await expect(transport.send(mail)).rejects.toThrow(MailRefusedError);
  });

  it.each([
    ["is not there", async () => open(await freePort())],
    [
      "refuses our sign-in",
      async () => open((await startServer({ authOptional: false, allowInsecureAuth: true })).port, { user: "wazi" }),
    ],
    [
      "does not answer",
      async () => open((await startServer({ onConnect: () => undefined })).port, { stepTimeoutMs: 300 }),
    ],
    [
      "shows a certificate that no one signed",
      async () => open((await startServer({ disabledCommands: [], secure: true })).port, { isImplicitTls: true }),
    ],
    [
      "offers STARTTLS with such a certificate, on another machine",
      async () => open((await startServer({ disabledCommands: [] })).port, { host: OTHER_NAME }),
    ],
  ])("counts as down when it %s", async (_title, start) => {
    await expect((await start()).send(mail)).rejects.toThrow(MailServerDownError);
  });

  it("gets nothing without encryption, unless it is on this machine", async () => {
    const { port, received } = await startServer();
    await expect(open(port, { host: OTHER_NAME }).send(mail)).rejects.toThrow(MailServerDownError);
    expect(received).toEqual([]);
  });

  it("may offer STARTTLS with a certificate that no one signed, on this machine", async () => {
    let isEncrypted = false;
    const { port, received } = await startServer({
      disabledCommands: [],
      onMailFrom: (_address, session, done) => {
        isEncrypted = session.secure;
        done();
      },
    });
    await open(port).send(mail);
    expect([received.length, isEncrypted]).toEqual([1, true]);
  });

  it("cannot be made to write another header", async () => {
    const { port, received } = await startServer();
    const evil = { ...mail, subject: "Hello\r\nBcc: all@example.com", to: "amina@example.com" };
    await open(port).send(evil);
    const [parsed] = received;
    expect(parsed?.bcc).toBeUndefined();
    expect([...(parsed?.headers.keys() ?? [])]).not.toContain("bcc");
    for (const to of ["amina@example.com\r\nBcc: all@example.com", "amina@example.com, all@example.com"]) {
      await open(port)
        .send({ ...mail, to })
        .catch(() => undefined);
    }
    expect(
      received.flatMap((each) =>
        [each.to]
          .flat()
          .flatMap((list) => list?.value ?? [])
          .map(({ address }) => address),
      ),
    ).not.toContain("all@example.com");
  });
});

async function freePort(): Promise<number> {
  const { port } = await startServer();
  await closing.pop()?.();
  return port;
}

describe("the mail folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), "wazi-mail-")), "mail");
    closing.push(() => Promise.resolve(rmSync(join(folder, ".."), { recursive: true, force: true })));
  });

  it("has one file for each mail that only the server's user may read", async () => {
    const transport = openFolderMail(folder, FROM);
    await transport.send(mail);
    const [name = ""] = readdirSync(folder);
    expect(name).toMatch(/^20.*\.eml$/);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const parsed = await simpleParser(readFileSync(join(folder, name)));
    expect(parsed).toMatchObject({ subject: mail.subject, text: mail.text });
  });

  it("forgets the mails of one user", async () => {
    const transport = openFolderMail(folder, FROM);
    await transport.forgetUser(mail.userId);
    await transport.send(mail);
    await transport.send({ ...mail, id: "3", userId: "44444444-4444-4444-8444-444444444444" });
    await transport.forgetUser(mail.userId);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
