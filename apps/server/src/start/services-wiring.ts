import type { Logger } from "pino";
import { buildChainPayoutDeps, openPayingChains } from "./chain-payout-wiring.ts";
import { loadCommonPasswords } from "../people/identity/new-password.ts";
import type { LinkSigner } from "../people/identity/signed-links.ts";
import type { Door } from "../ledger/door/post.ts";
import type { MailTransport } from "../platform/mail/mail-transport.ts";
import { runMailSender } from "../notices/mails/send-mails.ts";
import type { PushTransport } from "../platform/push/push-transport.ts";
import { runPushSender } from "../notices/push/send-pushes.ts";
import { runReconciliation } from "../ledger/reconciliation/run-reconciliation.ts";
import type { Sql } from "../platform/db/pool.ts";
import { startHeartbeat, type HeartbeatDeps } from "../office/status/heartbeat.ts";
import { buildPayoutDeps, openPayoutRails } from "./payout-wiring.ts";
import type { StopList } from "../platform/process/stop-list.ts";
import type { PayingChain } from "../withdrawals/chain-payouts/paying-chain.ts";
import { runChainRounds } from "../withdrawals/chain-payouts/run-chain-rounds.ts";
import type { PayoutRail } from "../withdrawals/payouts/payout-rail.ts";
import { runPayoutWorker } from "../withdrawals/payouts/run-payout-worker.ts";
import { runComparisons } from "../bank/statements/keep-comparison.ts";
import { railChecks } from "../bank/statements/rail-checks.ts";
import type { Settings } from "./settings/settings.ts";

/** The list of common passwords is read this long after the start, which it would delay. */
const COMMON_PASSWORDS_MS = 1_000;

/** Where withdrawals are paid from. Sends no request, except to nodes that are set. */
export async function openPayouts(
  settings: Settings,
  sql: Sql,
): Promise<{ payingChains: readonly PayingChain[]; payoutRails: readonly PayoutRail[] }> {
  const payingChains = await openPayingChains(settings);
  return { payingChains, payoutRails: openPayoutRails(settings, sql, payingChains) };
}

/**
 * Starts what a process that serves requests does between them: payouts, mail, and measuring.
 * @param opened where payments and mails go, and the address of the links in mails
 */
export function startServices(
  stops: StopList,
  { settings, answerTimes, ...deps }: HeartbeatDeps & { settings: Settings; door: Door },
  opened: {
    mail: MailTransport;
    push: PushTransport | undefined;
    links: LinkSigner;
    payingChains: readonly PayingChain[];
    payoutRails: readonly PayoutRail[];
    origin: string;
  },
  identity: { holder: string; isAloneOnDatabase: boolean; log: Logger },
): void {
  const { mail, push, links, payingChains, payoutRails, origin } = opened;
  const { sql, now } = deps;
  const { log } = identity;
  if (payoutRails.length > 0) {
    const payoutDeps = buildPayoutDeps({ ...deps, settings }, payoutRails);
    const payouts = runPayoutWorker({ ...payoutDeps, ...identity });
    stops.add("work", "payouts", () => payouts.stop());
    const onChain = runChainRounds({ ...buildChainPayoutDeps(settings, payoutDeps, payingChains), ...identity });
    stops.add("work", "payouts on chains", () => onChain.stop());
  }
  const comparisons = runComparisons({ sql, now }, log);
  stops.add("work", "the comparison of statements", () => comparisons.stop());
  reportMail(settings, mail, log);
  const sender = runMailSender({ sql, now, transport: mail, links, origin }, log);
  if (push !== undefined) {
    const pushes = runPushSender({ sql, transport: push }, log);
    stops.add("work", "push messages", () => pushes.stop());
  }
  stops.add("work", "mail", () => sender.stop());
  const reconciling = runReconciliation({ sql, now, further: railChecks }, log);
  stops.add("work", "the comparison of the books", () => reconciling.stop());
  const heartbeat = startHeartbeat({ sql, now, answerTimes }, log);
  stops.add("work", "the heartbeat", () => heartbeat.stop());
  setTimeout(loadCommonPasswords, COMMON_PASSWORDS_MS).unref();
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
