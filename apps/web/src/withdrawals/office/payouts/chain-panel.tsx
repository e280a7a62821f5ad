import type { ChainBatch, ChainPayoutOverview, ChainTransfer } from "@wazi/contracts";
import { Button } from "../../../ui/button.tsx";
import { Money } from "../../../ui/money.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { useMissingRightText } from "../../../office/access/admin-access.ts";
import { announce } from "../../../office/decisions/effects.tsx";
import { Age } from "../../../office/display/age.tsx";
import { Panel } from "../../../office/display/panel.tsx";
import {
  useAcceptFee,
  useChainPayouts,
  useDiscardBatch,
  useExportBatch,
  useImportSigned,
  usePrepareBatch,
  useRaiseFee,
} from "./api.ts";
import { adviseOnTransfer, labelOfNetwork, transferLabels, trimFigure } from "./labels.ts";
import * as texts from "../../../messages/admin-payouts.ts";
import { failureText } from "../../../lib/api-client.ts";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { formatName } from "../../../office/person/person.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { TextLink } from "../../../ui/text-link.tsx";

/** Payouts that leave on chains: what waits, what is to be signed, and what is on its way. Nothing where no chain is set up. */
export function ChainPanel() {
  const query = useChainPayouts();
  if (query.data?.networks.length === 0) return null;
  return (
    <Panel title={texts.onChain}>
      <QueryState
        query={query}
        failedTitle={texts.chainsFailedTitle}
        loading={<SkeletonRows rows={2} className="h-12" />}
      >
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

/** Prepared transactions that wait for a signature, or for a decision about their fee. */
function ChainBatches({ batches }: { batches: readonly ChainBatch[] }) {
  if (batches.length === 0) return null;
  return (
    <section aria-label={texts.toSign} className="grid gap-2 border-t border-line pt-3">
      <h3 className="text-14 font-semibold">{texts.toSign}</h3>
      <ul className="divide-y divide-line">
        {batches.map((batch) => (
          <BatchRow key={batch.id} batch={batch} />
        ))}
      </ul>
    </section>
  );
}

function BatchRow({ batch }: { batch: ChainBatch }) {
  const { network, kind, preparedAt, preparedBy, payments, amount, holdReason, exportedAt } = batch;
  const missing = useMissingRightText("money");
  const summary = {
    label: <span className="font-semibold">{labelOfNetwork(network)}</span>,
    payments,
    amount: <Money value={amount} />,
    state: kind === "higher-fee" ? "yes" : "other",
    preparedAt: <Age at={preparedAt} />,
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3" data-testid="chain-batch">
      <div className="min-w-0">
        <p>
          {preparedBy === null
            ? texts.batchSummary(summary)
            : texts.batchSummaryBy({ ...summary, preparedBy: formatName(preparedBy) })}
        </p>
        {holdReason === null ? null : (
          <p role="note">
            <span className="text-loss">{holdReason}</span> <span className="text-muted">{texts.batchFeeTooHigh}</span>
          </p>
        )}
        {exportedAt === null ? null : (
          <p className="text-muted">{texts.batchDownloaded({ exportedAt: <Age at={exportedAt} /> })}</p>
        )}
      </div>
      {missing === undefined ? (
        <div className="flex flex-wrap items-end gap-3">
          {holdReason === null ? <SignControls id={batch.id} /> : <AcceptFee id={batch.id} />}
          {exportedAt === null ? <Discard id={batch.id} /> : null}
        </div>
      ) : (
        <p className="text-muted">{missing}</p>
      )}
    </li>
  );
}

/** Saves a text as a file of the browser. */
function saveFile(fileName: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

function SignControls({ id }: { id: string }) {
  const exporting = useExportBatch();
  const importing = useImportSigned();
  const download = (): void =>
    exporting.mutate(
      { params: { batch: id } },
      {
        onSuccess: ({ fileName, content }) => saveFile(fileName, content),
        onError: (error) => toast.bad(texts.error, failureText(error, texts.batchDownloadFailed)),
      },
    );
  const importFile = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      await importing.mutateAsync({ params: { batch: id }, body: { content: await file.text() } });
      toast.good(texts.success, texts.batchImportDone);
    } catch (failure) {
      toast.bad(texts.error, failureText(failure, texts.batchImportFailed));
    }
  };
  return (
    <>
      <Button look="secondary" pending={exporting.isPending} pendingLabel={texts.preparing} onClick={download}>
        {texts.download}
      </Button>
      <TextField
        label={importing.isPending ? texts.importing : texts.batchImportLabel}
        type="file"
        className="[&_input]:py-2.5"
        accept=".json,.psbt,.txt"
        disabled={importing.isPending}
        onChange={(event) => {
          void importFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </>
  );
}

function AcceptFee({ id }: { id: string }) {
  const accept = useAcceptFee();
  const run = (): void =>
    accept.mutate({ params: { batch: id } }, announce(texts.batchAcceptFeeDone, texts.batchAcceptFeeFailed));
  return (
    <Button look="secondary" pending={accept.isPending} pendingLabel={texts.accepting} onClick={run}>
      {texts.batchAcceptFee}
    </Button>
  );
}

function Discard({ id }: { id: string }) {
  const discard = useDiscardBatch();
  const run = (): void =>
    discard.mutate({ params: { batch: id } }, announce(texts.batchDiscardDone, texts.batchDiscardFailed));
  return (
    <Button look="secondary" pending={discard.isPending} pendingLabel={texts.discarding} onClick={run}>
      {texts.discard}
    </Button>
  );
}

/** Transactions on chains, those that have not ended first: each with its payments and what to do next. */
function ChainTransfers({ transfers }: { transfers: readonly ChainTransfer[] }) {
  if (transfers.length === 0) return <p className="text-muted">{texts.transfersEmpty}</p>;
  return (
    <ul
      className="divide-y divide-line overflow-auto border-t border-line sm:max-h-96"
      tabIndex={0}
      aria-label={texts.transfersLabel}
    >
      {transfers.map((transfer) => (
        <TransferRow key={transfer.id} transfer={transfer} />
      ))}
    </ul>
  );
}

function TransferRow({ transfer }: { transfer: ChainTransfer }) {
  const { id, state, hash, fee, feeCurrency, versions, sentAt, payments, refusal, isStuck } = transfer;
  const { label, look } = transferLabels[state];
  const raise = useRaiseFee();
  const missing = useMissingRightText("money");
  const run = (): void =>
    raise.mutate({ params: { transfer: id } }, announce(texts.transferRaiseDone, texts.transferRaiseFailed));
  return (
    <li className="grid gap-1 py-3" data-testid="chain-transfer">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Tag look={isStuck ? "loss" : look}>{label}</Tag>
        {sentAt === null ? null : <Age at={sentAt} />}
      </p>
      <ul>
        {payments.map(({ payoutId, withdrawalId, user, amount, coins, currency, address }) => (
          <li key={payoutId} className="break-all">
            {texts.transferPayout({
              amount: <Money value={amount} className="font-semibold" />,
              user: <TextLink href={`/admin?tab=withdrawals&search=${withdrawalId}`}>{formatName(user)}</TextLink>,
              coins,
              currency,
              address: address ?? texts.transferDeletedAccount,
            })}
          </li>
        ))}
      </ul>
      <p>{adviseOnTransfer(transfer)}</p>
      <p className="break-all text-muted">
        {versions > 1 ? `${texts.transferVersions({ versions })} ` : ""}
        {fee === null
          ? ""
          : `${texts.transferFee({ state: state === "mined" || state === "paid" ? "yes" : "other", trimFigure: trimFigure(fee), feeCurrency })} `}
        {hash === null ? "" : <span className="font-mono text-13">{hash}</span>}
      </p>
      {refusal === null || state !== "sent" ? null : (
        <p className="break-words">{texts.transferRefusal({ refusal })}</p>
      )}
      {state === "sent" ? (
        <Button
          look="secondary"
          className="justify-self-start"
          aria-disabled={missing !== undefined}
          title={missing}
          pending={raise.isPending}
          pendingLabel={texts.preparing}
          onClick={() => missing ?? run()}
        >
          {texts.transferRaise}
        </Button>
      ) : null}
    </li>
  );
}
