import type { BalanceInterest } from "@wazi/contracts";
import { type ReactNode, useState } from "react";
import { failureText } from "../../lib/api-client.ts";
import { toCents } from "../../lib/cents.ts";
import { formatDay } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Money } from "../../ui/money.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useBalanceInterest, useChooseBalanceInterest } from "./api.ts";
import * as texts from "../../messages/balance-interest.ts";

/** The offer of interest on the own balance, and what has accrued. */
export default function InterestSheet() {
  const query = useBalanceInterest();
  return (
    <Sheet title={texts.title}>
      <QueryState query={query} failedTitle={texts.failedTitle} loading={<SkeletonRows rows={4} />}>
        {(data) => <Offer data={data} />}
      </QueryState>
    </Sheet>
  );
}

function Offer({ data }: { data: BalanceInterest }) {
  const [isDeclining, setDeclining] = useState(false);
  const choose = useChooseBalanceInterest();
  return (
    <div className="grid gap-4" data-testid="balance-interest">
      <p className="text-14 text-muted">{texts.lead}</p>
      <dl className="grid gap-2">
        <Row term={texts.stateTerm}>
          <Tag look={data.isOn ? "gain" : "plain"}>{data.isOn ? texts.stateOn : texts.stateOff}</Tag>
        </Row>
        <Row term={texts.rateTerm}>
          {data.ratePct === null ? texts.rateMissing : texts.rate({ rate: data.ratePct.toFixed(2) })}
        </Row>
        {data.firstDay === null ? null : (
          <>
            <Row term={texts.sinceTerm}>{formatDay(data.firstDay)}</Row>
            <Row term={texts.accruedTerm}>
              <span data-testid="interest-accrued">{texts.accrued({ accrued: data.accrued })}</span>
            </Row>
          </>
        )}
        {data.isOn || toCents(data.posted) !== 0n ? (
          <Row term={texts.postedTerm}>
            <Money value={data.posted} testId="interest-posted" />
          </Row>
        ) : null}
      </dl>
      {data.ratePct === null ? null : (
        <p className="text-14 text-muted">{texts.rateNote({ margin: String(data.marginPct) })}</p>
      )}
      <p className="text-14 text-muted">{texts.how}</p>
      <p className="text-14 break-words">
        <span className="text-muted">{texts.basisTerm}</span> {data.legalBasis}
      </p>
      {choose.isError ? <FailureNotice error={choose.error} fallback={texts.chooseFailed} /> : null}
      {data.isOn ? (
        <Button look="secondary" className="justify-self-start" onClick={() => setDeclining(true)}>
          {texts.decline}
        </Button>
      ) : (
        <Button
          className="justify-self-start"
          pending={choose.isPending}
          pendingLabel={texts.turningOn}
          onClick={() =>
            choose.mutate(
              { body: { isOn: true } },
              {
                onSuccess: () => toast.good(texts.turnedOn),
                onError: (error) => toast.bad(texts.chooseFailed, failureText(error, texts.chooseFailed)),
              },
            )
          }
        >
          {texts.turnOn}
        </Button>
      )}
      {isDeclining ? <DeclineDialog payable={data.payable} onClose={() => setDeclining(false)} /> : null}
    </div>
  );
}

function DeclineDialog({ payable, onClose }: { payable: string; onClose: () => void }) {
  const choose = useChooseBalanceInterest();
  const hasAny = toCents(payable) !== 0n;
  return (
    <Dialog title={texts.declineTitle} onClose={onClose} busy={choose.isPending}>
      <div className="grid gap-5">
        <p className="text-muted">
          {hasAny ? texts.declinePosts({ part: <Money value={payable} /> }) : texts.declinePostsNothing}{" "}
          {texts.declineEffect}
        </p>
        {choose.isError ? <FailureNotice error={choose.error} fallback={texts.chooseFailed} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={choose.isPending}>
            {texts.keepOn}
          </Button>
          <Button
            look="danger"
            pending={choose.isPending}
            pendingLabel={texts.declining}
            onClick={() =>
              choose.mutate(
                { body: { isOn: false } },
                {
                  onSuccess: () => {
                    toast.good(texts.declined);
                    onClose();
                  },
                },
              )
            }
          >
            {texts.decline}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
