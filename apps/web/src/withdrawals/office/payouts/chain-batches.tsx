import type { ChainBatch } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useMissingRightText } from "../../../office/access/admin-access.ts";
import { announce } from "../../../office/decisions/announce.ts";
import { Age } from "../../../office/display/age.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { useAcceptFee, useDiscardBatch, useExportBatch, useImportSigned } from "./chain-api.ts";
import { labelOfNetwork } from "./labels.ts";
import * as texts from "../../../messages/admin-payouts.ts";

/** Prepared transactions that wait for a signature, or for a decision about their fee. */
export function ChainBatches({ batches }: { batches: readonly ChainBatch[] }) {
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
  const label = labelOfNetwork(network);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3" data-testid="chain-batch">
      <div className="min-w-0">
        <p>
          {texts.batchSummary({
            label: <span className="font-semibold">{label}</span>,
            payments,
            payments2: payments,
            amount: <Money value={amount} />,
            state: kind === "higher-fee" ? "yes" : "other",
            preparedAt: <Age at={preparedAt} />,
            preparedBy: preparedBy === null ? "" : ` ${texts.batchPreparedBy({ preparedBy: formatName(preparedBy) })}`,
          })}
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
