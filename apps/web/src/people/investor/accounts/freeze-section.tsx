import {
  endOwnFreeze,
  freezeOwnAccount,
  getFreeze,
  type OwnFreeze,
  getWithdrawalTerms,
  listWithdrawals,
} from "@wazi/contracts";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { failureText, queryOf } from "../../../lib/api-client.ts";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { formatDayAndTime } from "../../../lib/format-date.ts";
import { notifySessionChange } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { toast } from "../../../ui/toast-store.ts";
import * as texts from "../../../messages/accounts.ts";

/** Freezes one's own account, or says why it is frozen and ends that. */
export default function FreezeSection() {
  const freeze = useQuery({ ...queryOf(getFreeze), staleTime: 0 });
  return (
    <QueryState query={freeze} loading={<SkeletonRows rows={2} />} failedTitle={texts.freezeFailedTitle}>
      {(found) => (found === null ? <Freeze /> : <EndFreeze {...found} />)}
    </QueryState>
  );
}

function Freeze() {
  const [isOpen, setOpen] = useState(false);
  const freeze = useCallMutation(freezeOwnAccount);
  const submit = (): void =>
    freeze.mutate(
      { body: { confirm: "freeze" } },
      {
        onSuccess: () => {
          notifySessionChange();
          window.location.assign("/forgot-password");
        },
        onError: (error) => toast.bad(texts.freezeNotDone, failureText(error, texts.linkActionFailed)),
      },
    );
  return (
    <div className="grid gap-4">
      <p className="text-14 text-muted">{texts.freezeOwnLead}</p>
      {isOpen ? (
        <>
          <ul className="grid list-disc gap-2 pl-5">
            <li>{texts.freezeEffectSessions}</li>
            <li>{texts.freezeEffectWithdrawals}</li>
            <li>{texts.freezeEffectMoney}</li>
            <li>{texts.freezeEffectEnd}</li>
          </ul>
          <div className="flex flex-wrap gap-3">
            <Button look="danger" pending={freeze.isPending} pendingLabel={texts.freezing} onClick={submit}>
              {texts.freezeOwnSubmit}
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              {texts.cancel}
            </Button>
          </div>
        </>
      ) : (
        <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          {texts.freezeHeading}
        </Button>
      )}
    </div>
  );
}

const needTexts: Readonly<Record<OwnFreeze["ownerNeeds"], ReactNode>> = {
  proof: texts.frozenNeedsProof,
  "password-reset": texts.frozenNeedsReset({
    link: (text) => <TextLink href="/forgot-password">{text}</TextLink>,
  }),
  administrator: texts.frozenNeedsAdministrator,
};

function EndFreeze({ at, endsAt, reason, ownerNeeds }: OwnFreeze) {
  const end = useCallMutation(endOwnFreeze, [getFreeze, getWithdrawalTerms, listWithdrawals]);
  const submit = (): void =>
    end.mutate(
      {},
      {
        onSuccess: () => toast.good(texts.freezeEnded, texts.freezeEndedText),
        onError: (error) => toast.bad(texts.freezeNotEnded, failureText(error, texts.linkActionFailed)),
      },
    );
  return (
    <Notice look="warning" title={texts.frozenUntil({ time: formatDayAndTime(endsAt) })}>
      <p>
        {reason === null
          ? texts.frozenByYou({ time: formatDayAndTime(at) })
          : texts.frozenByAdministrator({ time: formatDayAndTime(at), reason })}
      </p>
      <p className="mt-2">{texts.frozenEffect}</p>
      <p className="mt-2">{needTexts[ownerNeeds]}</p>
      {ownerNeeds === "proof" ? (
        <Button look="secondary" className="mt-3" pending={end.isPending} pendingLabel={texts.ending} onClick={submit}>
          {texts.freezeEnd}
        </Button>
      ) : null}
    </Notice>
  );
}
