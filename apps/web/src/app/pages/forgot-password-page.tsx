import { useState } from "react";
import { useForm } from "react-hook-form";
import { loadRecovery } from "../../people/investor/accounts/load-recovery.ts";
import { failureText } from "../../lib/api-client.ts";
import { lazyResolver, onSubmit } from "../../lib/forms.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";
import * as texts from "../../messages/accounts.ts";

const resolver = lazyResolver(async () => (await loadRecovery()).forgotPasswordResolver);

/** Asks for a link to reset the password. It says the same for an address without an account. */
export default function ForgotPasswordPage() {
  useTitle(texts.forgotPassword);
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    resolver,
    defaultValues: { email: "" },
  });
  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await (await loadRecovery()).forgotPassword(body);
      setSentTo(body.email);
    } catch (error) {
      setFailure(failureText(error, texts.forgotFailed));
    }
  });
  return (
    <EntryShell>
      <h1 className="text-32">{texts.forgotHeading}</h1>
      {sentTo === undefined ? (
        <>
          <p className="mt-2 mb-8 text-muted">{texts.forgotLead}</p>
          <form
            noValidate
            method="post"
            onFocus={() => void loadRecovery()}
            onSubmit={onSubmit(submit)}
            className="grid gap-5"
          >
            <TextField
              label={texts.email}
              type="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              error={formState.errors.email?.message}
              {...register("email")}
            />
            {failure === undefined ? null : (
              <Notice look="danger" role="alert">
                {failure}
              </Notice>
            )}
            <Button type="submit" className="min-h-12" pending={formState.isSubmitting} pendingLabel={texts.sending}>
              {texts.sendLink}
            </Button>
          </form>
        </>
      ) : (
        <div role="status" className="mt-4 grid gap-4">
          <Notice look="good" title={texts.forgotSentTitle}>
            {texts.forgotSentText({ sentTo: <strong>{sentTo}</strong> })}
          </Notice>
          <p className="text-muted">
            {texts.forgotNoMail({
              again: (text) => (
                <button
                  type="button"
                  className="font-semibold text-primary underline underline-offset-4"
                  onClick={() => setSentTo(undefined)}
                >
                  {text}
                </button>
              ),
            })}
          </p>
        </div>
      )}
      <p className="mt-8 text-muted">
        <TextLink href="/signin">{texts.forgotBack}</TextLink>
      </p>
    </EntryShell>
  );
}
