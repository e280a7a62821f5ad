import { readB2cResult, readStatusResult } from "../../apps/server/src/withdrawals/payouts/mpesa-b2c-rail.ts";
import type { PayoutOrder, RailReport } from "../../apps/server/src/withdrawals/payouts/payout-rail.ts";
import type { Behaviour } from "./fake-payout-provider.ts";
import type { FakeMpesa, PayoutService } from "./fake-payout-services.ts";
import type { KillProvider } from "./payout-kills.ts";

/** How often a call-back comes where a life repeats it. */
const REPEATS = 3;

/** How a service treats the next new payment. Whatever else a life asks for, it accepts the payment and makes it later. */
function prepareService(service: PayoutService, behaviour: Behaviour): void {
  const { fake, payPath } = service;
  if (behaviour === "silent") fake.misbehave(payPath, "lose-answer");
  if (behaviour === "lose-request") fake.misbehave(payPath, "server-error");
  if (behaviour === "refuse") service.refuseNext("no-funds");
}

/** A rail's own adapter with its documented service, for the lives of a worker that is killed. */
export function toKillProvider(service: PayoutService): KillProvider {
  /** The service's behaviour for each reference. */
  const begun = new Map<string, Behaviour>();
  const send = (order: PayoutOrder, signal: AbortSignal): Promise<RailReport> => {
    if (!begun.has(order.reference)) {
      const behaviour = provider.behaviours.shift() ?? "prompt";
      prepareService(service, behaviour);
      begun.set(order.reference, behaviour);
    }
    return service.rail.send(order, signal);
  };
  const provider: KillProvider = {
    rail: { ...service.rail, send },
    behaviours: [],
    onReport: () => undefined,
    settleDelayed() {
      service.end("paid");
      if (!isMpesa(service)) return;
      for (const [reference, behaviour] of begun) {
        const reports = service.countPaid(reference) === 0 ? [] : readCallbacks(service, reference, behaviour);
        for (const report of reports) provider.onReport(reference, report);
        if (reports.length > 0) begun.delete(reference);
      }
    },
  };
  return provider;
}

const isMpesa = (service: PayoutService): service is FakeMpesa => "buildResult" in service;

/** The call-backs of Daraja about a payment: its result, unless it is silent, and the answer to a question about it. */
function readCallbacks(service: FakeMpesa, reference: string, behaviour: Behaviour): RailReport[] {
  const answer = service.answerQuestion(reference);
  const result = behaviour === "silent" ? null : service.buildResult(reference);
  const said = [
    result && readB2cResult(result as Record<string, unknown>),
    answer && readStatusResult(answer as Record<string, unknown>),
  ].flatMap((callback) => (callback ? [callback.report] : []));
  return behaviour === "repeat" ? Array.from({ length: REPEATS }, () => said).flat() : said;
}
