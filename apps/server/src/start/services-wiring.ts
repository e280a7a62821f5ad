import type { Logger } from "pino";
import { loadCommonPasswords } from "../people/identity/new-password.ts";
import type { LinkSigner } from "../people/identity/signed-links.ts";
import type { MailTransport } from "../platform/mail/mail-transport.ts";
import { runMailSender } from "../notices/mails/send-mails.ts";
import type { PushTransport } from "../platform/push/push-transport.ts";
import { runPushSender } from "../notices/push/send-pushes.ts";
import { runReconciliation } from "../ledger/reconciliation/run-reconciliation.ts";
import { startHeartbeat, type HeartbeatDeps } from "../office/status/heartbeat.ts";
import type { Job, ProcessIdentity } from "../platform/module.ts";
import type { Modules } from "./modules.ts";
import type { StopList } from "../platform/process/stop-list.ts";
import type { Settings } from "./settings/settings.ts";

/** The list of common passwords is read this long after the start, which it would delay. */
const COMMON_PASSWORDS_MS = 1_000;

/**
 * Starts what a process that serves requests does between them: payouts, mail, and measuring.
 * @param opened where payments and mails go, and the address of the links in mails
 */
export function startServices(
  stops: StopList,
  { settings, answerTimes, modules, sql, now }: HeartbeatDeps & { settings: Settings; modules: Modules },
  opened: {
    mail: MailTransport;
    push: PushTransport | undefined;
    links: LinkSigner;
    origin: string;
  },
  identity: ProcessIdentity,
): void {
  const { mail, push, links, origin } = opened;
  const { log } = identity;
  startJobs(stops, [...modules.withdrawals.jobs, ...modules.bank.jobs], identity);
  reportMail(settings, mail, log);
  const sender = runMailSender({ sql, now, transport: mail, links, origin }, log);
  if (push !== undefined) {
    const pushes = runPushSender({ sql, transport: push }, log);
    stops.add("work", "push messages", () => pushes.stop());
  }
  stops.add("work", "mail", () => sender.stop());
  const reconciling = runReconciliation({ sql, now, further: modules.bank.checks }, log);
  stops.add("work", "the comparison of the books", () => reconciling.stop());
  const heartbeat = startHeartbeat({ sql, now, answerTimes }, log);
  stops.add("work", "the heartbeat", () => heartbeat.stop());
  setTimeout(loadCommonPasswords, COMMON_PASSWORDS_MS).unref();
}

/** Starts jobs, each of which a stop ends. */
export function startJobs(stops: StopList, jobs: readonly Job[], identity: ProcessIdentity): void {
  for (const { name, start } of jobs) {
    const running = start(identity);
    stops.add("work", name, () => running.stop());
  }
}

/** Says where mails go: without a mail server no one receives them. */
function reportMail(
  { mail, mode }: Settings,
  { description }: MailTransport,
  log: Pick<Logger, "info" | "warn">,
): void {
  if (mail.server !== undefined) log.info(`mail goes to ${description}`);
  else log[mode === "live" ? "warn" : "info"](`mail is written to the ${description}; set MAIL_URL to send it`);
}
