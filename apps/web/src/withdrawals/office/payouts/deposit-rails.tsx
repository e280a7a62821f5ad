import { HOUR_MS, MINUTE_MS, paymentNetworkLabels, type DepositRailHealth } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Tag, type TagLook } from "../../../ui/tag.tsx";
import { Age } from "../../../office/display/age.tsx";
import { Fact } from "./rails-health.tsx";
import * as texts from "../../../messages/admin-payouts.ts";

type State = DepositRailHealth["state"];

const states: Readonly<Record<State, { text: string; look: TagLook }>> = {
  working: { text: texts.readingDeposits, look: "gain" },
  failing: { text: texts.depositRailStateRetrying, look: "wait" },
  down: { text: texts.depositRailStateDown, look: "loss" },
  unread: { text: texts.depositRailStateNotRead, look: "plain" },
};
const LATE_SUCCESS_MS = 5 * MINUTE_MS;
/** Blocks come at uneven times: after this long without one, the node has probably stopped at a block. M-Pesa: of pulls. */
const lateReadMs: Readonly<Record<DepositRailHealth["network"], number>> = {
  TRC20: 10 * MINUTE_MS,
  ERC20: 10 * MINUTE_MS,
  BTC: 3 * HOUR_MS,
  LTC: HOUR_MS,
  MPESA: 30 * MINUTE_MS,
};

/** How reading deposits from each network goes: its state in words, the last success and the last error. */
export function DepositRails({ rails }: { rails: readonly DepositRailHealth[] }) {
  if (rails.length === 0) return <p className="pb-1 text-14 text-muted">{texts.depositRailsNone}</p>;
  return (
    <ul className="divide-y divide-line">
      {rails.map((rail) => (
        <DepositRail key={rail.network} rail={rail} />
      ))}
    </ul>
  );
}

function DepositRail({ rail }: { rail: DepositRailHealth }) {
  const { network, state, lastSuccessAt, lastError, tip, height, lastReadAt, lastReportAt } = rail;
  const isMpesa = network === "MPESA";
  const { text, look } = states[state];
  return (
    <li data-testid={`deposit-rail-${network}`} className="grid gap-3 py-3 text-14">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-16 font-semibold">
        {paymentNetworkLabels[network]}
        <Tag look={look}>{text}</Tag>
      </p>
      {state === "down" ? (
        <p>
          {isMpesa
            ? texts.depositRailMpesaDown
            : texts.depositRailChainDown({ network: paymentNetworkLabels[network] })}
        </p>
      ) : null}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
        <Fact term={texts.lastSuccess}>
          <AgeOrNever at={lastSuccessAt} warnAfterMs={LATE_SUCCESS_MS} />
        </Fact>
        <Fact term={isMpesa ? texts.depositRailLastPull : texts.depositRailLastBlock}>
          <AgeOrNever at={lastReadAt} warnAfterMs={lateReadMs[network]} />
        </Fact>
        {isMpesa ? (
          <Fact term={texts.depositRailLastCallback}>
            <AgeOrNever at={lastReportAt} />
          </Fact>
        ) : (
          <Fact term={texts.depositRailHeight}>{formatHeight(height, tip)}</Fact>
        )}
        {lastError === null ? null : (
          <div className="col-span-full min-w-0">
            <dt className="text-muted">{texts.lastError}</dt>
            <dd className="break-words">{texts.errorAt({ at: <Age at={lastError.at} />, text: lastError.text })}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

function AgeOrNever({ at, warnAfterMs }: { at: string | null; warnAfterMs?: number }): ReactNode {
  return at === null ? texts.never : <Age at={at} warnAfterMs={warnAfterMs} />;
}

function formatHeight(height: number | null, tip: number | null): string {
  if (height === null) return texts.heightNone;
  const read = height.toLocaleString("en-US");
  return tip === null ? read : texts.heightOfTip({ height: read, tip: tip.toLocaleString("en-US") });
}
