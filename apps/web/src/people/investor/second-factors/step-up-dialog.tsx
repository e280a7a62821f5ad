import { QueryClientProvider } from "@tanstack/react-query";
import { type BodyInputOf, MAX_BATCH, type SecondFactors, startPasskeyStepUp, stepUp } from "@wazi/contracts";
import { type ComponentProps, type FormEvent, useState } from "react";
import { createRoot } from "react-dom/client";
import { type AskedCall, call, failureText, signedInPort } from "../../../lib/api-client.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { useSecondFactors } from "./api.ts";
import { type AskedAct, describeAct, findTypedPassword, toAct } from "./describe-act.ts";
import { canUsePasskeys, explainPasskeyError, readPasskey } from "../../../lib/passkeys.ts";
import * as texts from "../../../messages/second-factors.ts";
import { TextField } from "../../../ui/field.tsx";

type Proof = BodyInputOf<typeof stepUp>;

/**
 * Asks the user to prove who they are before a call, and before those that they have seen with it, above whatever is open.
 * The page below keeps its entries.
 * @returns false if the user declines
 */
export function openStepUpDialog(asked: AskedCall): Promise<boolean> {
  const act = toAct(asked);
  const batch = (signedInPort.batch ?? []).slice(0, MAX_BATCH).map(toAct);
  const acts = batch.some(({ call: name, path }) => name === act.call && path === act.path) ? batch : [act];
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  return new Promise((resolve) => {
    const close = (isProved: boolean): void => {
      root.unmount();
      place.remove();
      resolve(isProved);
    };
    root.render(
      <QueryClientProvider client={queryClient}>
        <StepUpDialog acts={acts} onClose={close} />
      </QueryClientProvider>,
    );
  });
}

function StepUpDialog({ acts, onClose }: { acts: readonly AskedAct[]; onClose: (isProved: boolean) => void }) {
  const factors = useSecondFactors();
  const [isBusy, setBusy] = useState(false);
  const typedBefore = findTypedPassword(acts[0]?.body);
  const purpose: Proof = { acts: acts.map(({ method, path, body }) => ({ method, path, body })) };
  return (
    <Dialog title={texts.stepUpTitle} onClose={() => onClose(false)} busy={isBusy}>
      <div className="grid gap-5" data-testid="step-up">
        <ActList acts={acts} />
        <p className="text-muted">{texts.stepUpWhy({ count: acts.length })}</p>
        <QueryState query={factors} failedTitle={texts.stepUpFailedTitle} loading={<SkeletonRows rows={2} />}>
          {(loaded) => <ProofForm factors={loaded} {...{ typedBefore, purpose, isBusy, setBusy, onClose }} />}
        </QueryState>
      </div>
    </Dialog>
  );
}

function ActList({ acts }: { acts: readonly AskedAct[] }) {
  return (
    <ul aria-label={texts.stepUpActs} className="max-h-[30vh] divide-y divide-line overflow-y-auto" tabIndex={0}>
      {acts.map((act) => {
        const { text, subject } = describeAct(act);
        return (
          <li key={act.path} className="py-2 wrap-anywhere">
            <span className="font-semibold">{text}</span>
            {subject === undefined ? null : <span className="block text-14 text-muted">{subject}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function ProofForm({
  factors,
  typedBefore,
  purpose,
  isBusy,
  setBusy,
  onClose,
}: {
  factors: SecondFactors;
  /** The password that was typed for the call. */
  typedBefore: string;
  purpose: Proof;
  isBusy: boolean;
  setBusy: (isBusy: boolean) => void;
  onClose: (isProved: boolean) => void;
}) {
  const hasFactor = factors.authenticator !== null || factors.passkeys.length > 0;
  const [typed, setTyped] = useState(hasFactor ? "" : typedBefore);
  const [problem, setProblem] = useState<string>();
  const hasPasskey = factors.passkeys.some(({ worksHere }) => worksHere) && canUsePasskeys();

  async function run(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      onClose(true);
    } catch (error) {
      setProblem(explainPasskeyError(error) ?? failureText(error, texts.noAnswer));
      setBusy(false);
    }
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const proof: Proof = hasFactor ? { code: typed } : { password: typed };
    if (typed.trim() === "") setProblem(hasFactor ? texts.codeMissing : texts.stepUpPasswordMissing);
    else void run(() => prove({ ...proof, ...purpose }));
  };
  const field = {
    value: typed,
    error: problem,
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {hasPasskey ? (
        <>
          <Button pending={isBusy} onClick={() => void run(() => proveWithPasskey(purpose))}>
            {texts.stepUpPasskey}
          </Button>
          <p className="text-center text-14 text-muted">{texts.or}</p>
        </>
      ) : null}
      {hasFactor ? (
        <CodeField hasApp={factors.authenticator !== null} {...field} />
      ) : (
        <PasswordField
          label={texts.yourPassword}
          showLabel={texts.showYourPassword}
          autoComplete="current-password"
          autoFocus
          {...field}
        />
      )}
      {problem !== undefined && hasPasskey ? (
        <Notice look="danger" role="alert">
          {problem}
        </Notice>
      ) : null}
      <DialogActions>
        <Button look="secondary" disabled={isBusy} onClick={() => onClose(false)}>
          {texts.cancel}
        </Button>
        <Button
          type="submit"
          look={hasPasskey ? "secondary" : "primary"}
          pending={isBusy}
          pendingLabel={texts.checking}
        >
          {texts.confirm}
        </Button>
      </DialogActions>
    </form>
  );
}

/** A field for the code of an authenticator app, or a recovery code. It takes the focus. */
function CodeField({
  hasApp = true,
  hint = texts.codeAuthenticatorHint,
  ...props
}: Omit<ComponentProps<typeof TextField>, "label"> & {
  /** False for an account that has recovery codes and no app. */
  hasApp?: boolean;
}) {
  const [isRecovery, setRecovery] = useState(!hasApp);
  return (
    <div className="flex flex-col items-start">
      <TextField
        key={String(isRecovery)}
        className="w-full"
        label={isRecovery ? texts.recoveryCode : texts.codeAuthenticatorLabel}
        hint={isRecovery ? texts.codeRecoveryHint : hint}
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete={isRecovery ? "off" : "one-time-code"}
        autoCapitalize={isRecovery ? "characters" : "none"}
        spellCheck={false}
        autoFocus
        {...props}
      />
      {hasApp ? (
        <button
          type="button"
          onClick={() => setRecovery(!isRecovery)}
          className="inline-flex min-h-11 items-center text-14 font-semibold text-primary underline underline-offset-4"
        >
          {isRecovery ? texts.codeUseAuthenticator : texts.codeUseRecovery}
        </button>
      ) : null}
    </div>
  );
}

/** Proves to the server who the user is. The session gets a new cookie, and afterwards everything is read again. */
async function prove(proof: Proof): Promise<void> {
  try {
    await call(stepUp, { body: proof, renewsSession: true });
  } finally {
    void queryClient.invalidateQueries();
  }
}

/** The same with one of the user's passkeys. */
async function proveWithPasskey(purpose: Proof): Promise<void> {
  const options = await call(startPasskeyStepUp, {});
  await prove({ ...purpose, passkey: await readPasskey(options) });
}
