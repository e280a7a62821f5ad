import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { openMail } from "../platform/mail/open-mail.ts";
import { answerHelp, readOptions, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { readSettings } from "../start/settings/settings.ts";

const USAGE = `node apps/server/dist/report-failure.js UNIT

Says that a unit of systemd has failed: in the journal as an error, and with MAIL_URL by mail to ADMIN_EMAIL. It needs no
database. ops/deploy/systemd/wazi-failed@.service starts it.`;

const UNIT = /^[\w@.:-]{1,200}$/;
/** systemd reads the priority of a line from this: an error. */
const JOURNAL_ERROR = "<3>";

function readUnit(): string {
  const [unit, ...others] = readOptions({ options: {}, allowPositionals: true }).positionals;
  if (unit !== undefined && UNIT.test(unit) && others.length === 0) return unit;
  throw new UsageError("report-failure needs the name of one unit.");
}

const toHtml = (text: string): string => `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`;

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const unit = readUnit();
  const subject = `${unit} failed on ${hostname()}`;
  const text = `${subject}. The reason is in its log: journalctl -u ${unit} -n 50. What to do: docs/runbooks/WaziCopyFailed.md.`;
  process.stderr.write(`${process.env["JOURNAL_STREAM"] === undefined ? "" : JOURNAL_ERROR}${text}\n`);
  const settings = readSettings(process.env);
  if (settings.mail.server === undefined) return;
  const mail = await openMail(settings);
  try {
    await mail.send({ id: randomUUID(), userId: "", to: settings.adminEmail, subject, text, html: toHtml(text) });
  } finally {
    await mail.close();
  }
}

main().catch(reportFailure);
