import type { ChainPayoutOverview } from "@wazi/contracts";
import { Button } from "../../../ui/button.tsx";
import { Money } from "../../../ui/money.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { useMissingRightText } from "../../../office/access/admin-access.ts";
import { announce } from "../../../office/decisions/announce.ts";
import { Age } from "../../../office/display/age.tsx";
import { Panel } from "../../../office/display/panel.tsx";
import { useChainPayouts, usePrepareBatch } from "./chain-api.ts";
import { ChainBatches } from "./chain-batches.tsx";
import { ChainTransfers } from "./chain-transfers.tsx";
import { labelOfNetwork } from "./labels.ts";
import * as texts from "../../../messages/admin-payouts.ts";

/** Payouts that leave on chains: what waits, what is to be signed, and what is on its way. Nothing where no chain is set up. */
export function ChainPanel() {
  const query = useChainPayouts();
  if (query.data?.networks.length === 0) return null;
  return (
    <Panel title={texts.onChain}>
      <QueryState query={query} what={texts.chainsWhat} loading={<SkeletonRows rows={2} className="h-12" />}>
        {({ networks, batches, transfers }) => (
          <div className="grid gap-4 pb-1 text-14">
            <ul className="divide-y divide-line">
              {networks.map((network) => (
                <NetworkRow key={network.network} network={network} />
              ))}
            </ul>
            <ChainBatches batches={batches} />
            <ChainTransfers transfers={transfers} />
          </div>
        )}
      </QueryState>
    </Panel>
  );
}

function NetworkRow({ network: row }: { network: ChainPayoutOverview["networks"][number] }) {
  const { network, payer, isAutomatic, waiting } = row;
  const prepare = usePrepareBatch();
  const missing = useMissingRightText("money");
  const label = labelOfNetwork(network);
  const run = (): void =>
    prepare.mutate({ params: { network } }, announce(texts.networkPrepareDone, texts.networkPrepareFailed));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p>
          <span className="font-semibold">{label}</span>:{" "}
          {waiting.oldestAt === null ? (
            texts.networkNoneWaiting
          ) : (
            <>
              {texts.networkWaiting({
                count: waiting.count,
                amount: <Money value={waiting.amount} />,
                oldestAt: <Age at={waiting.oldestAt} />,
              })}
            </>
          )}
        </p>
        <p className="break-all text-muted">{texts.networkPayer({ payer })}</p>
      </div>
      {isAutomatic ? (
        <p className="text-muted">{texts.networkSignerService}</p>
      ) : (
        <Button
          look="secondary"
          disabled={waiting.count === 0}
          aria-disabled={missing !== undefined}
          title={missing}
          pending={prepare.isPending}
          pendingLabel={texts.preparing}
          aria-label={texts.networkPrepareOn({ label })}
          onClick={() => missing ?? run()}
        >
          {texts.prepareTransactions}
        </Button>
      )}
    </li>
  );
}
