import { messages, type BodyInputOf, type CurrentUser, type signIn as signInCall } from "@wazi/contracts";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, failureText } from "../../../lib/api-client.ts";
import { lazyResolver, onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ErrorsStatus } from "./errors-status.tsx";
import * as texts from "../../../messages/accounts.ts";

/** Loads the validation rules and the call while the user fills in the form. */
const loadSignIn = () => import("./sign-in.ts");
const resolver = lazyResolver(async () => (await loadSignIn()).signInResolver);

/** The email and password form. `onSignedIn` decides what follows and may return a refusal to show. */
export function SignInForm({
  submitLabel,
  onSignedIn,
}: {
  submitLabel: string;
  onSignedIn: (user: CurrentUser) => { refusal: string } | undefined;
}) {
  const [refusal, setRefusal] = useState<string>();
  const [isDone, setDone] = useState(false);
  /** The proof to enter after a correct password; undefined until the server asks for a code. */
  const [codeHint, setCodeHint] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver,
    defaultValues: { email: "", password: "" } as BodyInputOf<typeof signInCall>,
  });
  const { errors, isSubmitting } = formState;

  function finish(user: CurrentUser): void {
    const refused = onSignedIn(user);
    setRefusal(refused?.refusal);
    setDone(refused === undefined);
  }

  async function signInByPasskey(): Promise<void> {
    setRefusal(undefined);
    setAsking(true);
    try {
      const { signInWithPasskey } = await loadSignIn();
      finish(await signInWithPasskey());
    } catch (error) {
      const { explainPasskeyError } = await loadSignIn().catch(() => ({ explainPasskeyError: () => undefined }));
      setRefusal(explainPasskeyError(error) ?? failureText(error, texts.signInNoAnswer));
    } finally {
      setAsking(false);
    }
  }

  const submit = handleSubmit(async (body) => {
    setRefusal(undefined);
    try {
      const { signIn } = await loadSignIn();
      finish(await signIn(body));
    } catch (error) {
      if (codeHint === undefined && error instanceof ApiError && error.code === "TOTP_REQUIRED") {
        setCodeHint(error.body?.message);
        return;
      }
      const text = failureText(error, messages.wrongCredentials);
      showFieldErrors(error, setError, ["email", "password", "totp"]);
      setRefusal(text);
      toast.bad(texts.signInFailedTitle, text);
    }
  });

  return (
    // method="post": without scripts, the browser must not put the password into the address.
    <form noValidate method="post" onFocus={() => void loadSignIn()} onSubmit={onSubmit(submit)} className="grid gap-5">
      <TextField
        label={texts.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register("email")}
      />
      <PasswordField
        label={texts.password}
        showLabel={texts.showPassword}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password")}
      />
      {codeHint === undefined ? null : (
        <TextField
          label={texts.code}
          hint={codeHint}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          error={errors.totp?.message}
          {...register("totp")}
        />
      )}
      <ErrorsStatus errors={errors} />
      {refusal === undefined ? null : (
        <Notice look="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Button type="submit" className="mt-1 min-h-12" pending={isSubmitting || isDone} pendingLabel={texts.signingIn}>
        {submitLabel}
      </Button>
      <Button
        look="secondary"
        className="min-h-12"
        pending={isAsking}
        pendingLabel={texts.signInPasskeyPending}
        onClick={() => void signInByPasskey()}
      >
        {texts.signInPasskey}
      </Button>
    </form>
  );
}
