import { DAY_MS } from "@wazi/contracts";
import type { Logger } from "pino";
import { findActiveTokens, type LinkSigner } from "../people/api.ts";
import type { Sql } from "../platform/db/pool.ts";
import type { HintChannel } from "../platform/hints/hint-channel.ts";
import type { MailTransport } from "../platform/mail/mail-transport.ts";
import { defineModule, type Job, type OpenedModule } from "../platform/module.ts";
import type { PushTransport } from "../platform/push/push-transport.ts";
import { addNotificationRoutes } from "./bell/routes.ts";
import { MAX_STREAMS_PER_ADDRESS } from "./live/live-streams.ts";
import { addLiveUpdateRoutes } from "./live/routes.ts";
import { mailMetrics, readMailMetrics } from "./mails/mail-metrics.ts";
import { runMailSender } from "./mails/send-mails.ts";
import { runPushSender } from "./push/send-pushes.ts";

const SENT_MAIL_KEPT_MS = 30 * DAY_MS;
const FAILED_MAIL_KEPT_MS = 90 * DAY_MS;

interface Parts {
  settings: { mode: "demo" | "live"; mail: { server?: unknown }; rateLimitScale: number };
  sql: Sql;
  now: () => Date;
  hints: HintChannel;
  mail: MailTransport;
  /** Undefined where push is off. */
  push: PushTransport | undefined;
  links: LinkSigner;
  /** The address of the links in mails. */
  origin: string;
  /** Live streams that this process may hold. */
  maxStreams: number;
}

/** Tells users of what has happened: the bell, mails, push messages, live updates. */
export const notices = defineModule({
  retention: [
    { table: "mail_outbox", column: "sent_at", keptMs: SENT_MAIL_KEPT_MS },
    { table: "mail_outbox", column: "failed_at", keptMs: FAILED_MAIL_KEPT_MS },
  ],
  metrics: [mailMetrics],
  open(parts: Parts): OpenedModule {
    const { settings, sql, now, push } = parts;
    return {
      addRoutes(app) {
        addNotificationRoutes(app, { sql, now, push });
        addLiveUpdateRoutes(app, {
          hints: parts.hints,
          now,
          findActiveSessions: (tokens) => findActiveTokens({ sql, now }, tokens),
          maxStreams: parts.maxStreams,
          maxStreamsPerAddress: settings.rateLimitScale === 0 ? Infinity : MAX_STREAMS_PER_ADDRESS,
        });
      },
      jobs: [{ name: "mail", in: "serving", start: ({ log }) => startMail(parts, log) }, ...pushJobs(parts)],
      checks: [],
      metrics: [readMailMetrics(sql)],
    };
  },
});

function startMail({ settings, sql, now, mail: transport, links, origin }: Parts, log: Logger) {
  const { description } = transport;
  // Without a mail server no one receives mails.
  if (settings.mail.server !== undefined) log.info(`mail goes to ${description}`);
  else
    log[settings.mode === "live" ? "warn" : "info"](`mail is written to the ${description}; set MAIL_URL to send it`);
  return runMailSender({ sql, now, transport, links, origin }, log);
}

function pushJobs({ sql, push }: Parts): Job[] {
  if (push === undefined) return [];
  return [{ name: "push messages", in: "serving", start: ({ log }) => runPushSender({ sql, transport: push }, log) }];
}
