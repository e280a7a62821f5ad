import type { Passkey, SecondFactors } from "@wazi/contracts";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { formatDay } from "../../../lib/format-date.ts";
import { Button } from "../../../ui/button.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useReplaceRecoveryCodes, useSecondFactors, useStartAuthenticator, useStartPasskey } from "./api.ts";
import type { FactorDialogState } from "./factor-dialogs.tsx";
import { canUsePasskeys } from "../../../lib/passkeys.ts";
import * as texts from "../../../messages/second-factors.ts";

/** The dialogs draw QR codes and are needed seldom, so they are loaded when one opens. */
const FactorDialogs = lazy(() => import("./factor-dialogs.tsx"));

/** The protection of the account besides the password: an authenticator app, passkeys and recovery codes. */
export default function SecuritySection() {
  const factors = useSecondFactors();
  const [dialog, setDialog] = useState<FactorDialogState>();
  return (
    <div className="grid gap-4" id="security">
      <QueryState query={factors} failedTitle={texts.sectionFailedTitle} loading={<SkeletonRows rows={3} />}>
        {(loaded) => <Factors factors={loaded} open={setDialog} />}
      </QueryState>
      {dialog === undefined ? null : (
        <Suspense fallback={null}>
          <FactorDialogs state={dialog} onChange={setDialog} />
        </Suspense>
      )}
    </div>
  );
}

type Open = (state: FactorDialogState) => void;

const countFactors = ({ authenticator, passkeys }: SecondFactors): number =>
  (authenticator === null ? 0 : 1) + passkeys.length;

function Factors({ factors, open }: { factors: SecondFactors; open: Open }) {
  const isProtected = countFactors(factors) > 0;
  return (
    <>
      <p className="text-muted">{isProtected ? texts.sectionProtected : texts.sectionUnprotected}</p>
      <ul className="divide-y divide-line border-y border-line">
        <AuthenticatorRow factors={factors} open={open} />
        <PasskeyRow factors={factors} open={open} />
        {factors.recoveryCodes === null ? null : <RecoveryRow codes={factors.recoveryCodes} open={open} />}
      </ul>
    </>
  );
}

/** One kind of factor: its name, its state, what it is, and what can be done. */
function Row({
  title,
  tag,
  text,
  action,
  children,
}: {
  title: string;
  tag: ReactNode;
  text: ReactNode;
  action: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-16 font-semibold">
            {title}
            {tag}
          </h3>
          <p className="mt-1 text-14 text-muted">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </li>
  );
}

const onTag = <Tag look="gain">{texts.on}</Tag>;
const offTag = <Tag>{texts.off}</Tag>;

const showFailure = (error: unknown): unknown =>
  toast.bad(texts.notChanged, failureText(error, texts.removeNothingChanged));

function AuthenticatorRow({ factors, open }: { factors: SecondFactors; open: Open }) {
  const start = useStartAuthenticator();
  const { authenticator } = factors;
  return (
    <Row
      title={texts.authenticatorApp}
      tag={authenticator === null ? offTag : onTag}
      text={
        authenticator === null
          ? texts.authenticatorOffText
          : texts.authenticatorOnText({ since: formatDay(authenticator.since) })
      }
      action={
        authenticator === null ? (
          <Button
            pending={start.isPending}
            pendingLabel={texts.starting}
            aria-label={texts.authenticatorSetUpLabel}
            onClick={() =>
              start.mutate(undefined, {
                onSuccess: (secret) => open({ kind: "authenticator", ...secret }),
                onError: showFailure,
              })
            }
          >
            {texts.setUp}
          </Button>
        ) : (
          <Button
            look="secondary"
            aria-label={texts.authenticatorRemoveLabel}
            onClick={() => open({ kind: "remove-authenticator", isLast: countFactors(factors) === 1 })}
          >
            {texts.remove}
          </Button>
        )
      }
    />
  );
}

function PasskeyRow({ factors, open }: { factors: SecondFactors; open: Open }) {
  const start = useStartPasskey();
  const { passkeys } = factors;
  const canUse = canUsePasskeys();
  return (
    <Row
      title={texts.passkeys}
      tag={passkeys.length === 0 ? offTag : onTag}
      text={canUse ? texts.passkeysText : texts.passkeysNotPossible}
      action={
        canUse ? (
          <Button
            look={passkeys.length === 0 ? "primary" : "secondary"}
            pending={start.isPending}
            pendingLabel={texts.starting}
            aria-label={texts.passkeyAdd}
            onClick={() =>
              start.mutate(undefined, {
                onSuccess: (options) => open({ kind: "passkey", options }),
                onError: showFailure,
              })
            }
          >
            {texts.add}
          </Button>
        ) : null
      }
    >
      {passkeys.length === 0 ? null : (
        <ul className="grid gap-2">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} isLast={countFactors(factors) === 1} open={open} />
          ))}
        </ul>
      )}
    </Row>
  );
}

function PasskeyLine({ passkey, isLast, open }: { passkey: Passkey; isLast: boolean; open: Open }) {
  const used =
    passkey.lastUsedAt === null
      ? texts.passkeyNeverUsed
      : texts.passkeyLastUsed({ lastUsedAt: formatDay(passkey.lastUsedAt) });
  return (
    <li
      data-testid="passkey"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sm bg-sunken px-3 py-2"
    >
      <div className="min-w-0">
        <p className="font-semibold break-words">{passkey.name}</p>
        <p className="text-14 text-muted">
          {texts.passkeyFacts({
            createdAt: formatDay(passkey.createdAt),
            used,
            isSynced: passkey.isSynced ? "yes" : "other",
            worksHere: passkey.worksHere ? "yes" : "other",
          })}
        </p>
      </div>
      <div className="flex gap-1">
        <Button look="quiet" className="px-3" onClick={() => open({ kind: "rename-passkey", passkey })}>
          {texts.rename}
        </Button>
        <Button
          look="quiet"
          className="px-3"
          aria-label={texts.passkeyRemoveLabel({ name: passkey.name })}
          onClick={() => open({ kind: "remove-passkey", passkey, isLast })}
        >
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}

function RecoveryRow({ codes, open }: { codes: NonNullable<SecondFactors["recoveryCodes"]>; open: Open }) {
  const replace = useReplaceRecoveryCodes();
  const isLow = codes.left <= 3;
  return (
    <Row
      title={texts.recoveryCodes}
      tag={<Tag look={isLow ? "loss" : "plain"}>{texts.recoveryLeft({ left: codes.left })}</Tag>}
      text={isLow ? texts.recoveryLow : texts.recoveryText}
      action={
        <Button
          look={isLow ? "primary" : "secondary"}
          pending={replace.isPending}
          pendingLabel={texts.creating}
          onClick={() =>
            replace.mutate(undefined, {
              onSuccess: ({ recoveryCodes }) => open({ kind: "recovery-codes", codes: recoveryCodes }),
              onError: showFailure,
            })
          }
        >
          {texts.recoveryRenew}
        </Button>
      }
    />
  );
}
