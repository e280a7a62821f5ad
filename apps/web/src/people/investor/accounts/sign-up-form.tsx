import { countries, findDialCode, type CurrentUser } from "@wazi/contracts";
import { useEffect, useState, type ReactNode } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { marketNames } from "../../../content/labels.ts";
import { failureText } from "../../../lib/api-client.ts";
import { forgetDraft, restoreDraft, useSavedDraft } from "../../../lib/drafts.ts";
import { lazyResolver, onSubmit, showFieldErrors, useEarlyInput } from "../../../lib/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckboxField, SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { PasswordStrengthMarks } from "./password-strength-marks.tsx";
import { ErrorsStatus } from "./errors-status.tsx";
import { emptySignUp, type SignUpBody, type SignUpValues } from "./sign-up-values.ts";
import * as texts from "../../../messages/accounts.ts";
import * as fieldTexts from "../../../messages/profile-fields.ts";
import { riskNames } from "../../../content/profile-fields.ts";

type SignUp = UseFormReturn<SignUpValues, unknown, SignUpBody>;

/** Loads the validation rules and the call while the user fills in the form. */
const loadSignUp = () => import("./sign-up.ts");
const resolver = lazyResolver(async () => (await loadSignUp()).signUpResolver);

const watchedFields = ["country", "password"] as const;
const fieldNames = Object.keys(emptySignUp) as (keyof SignUpValues)[];

const DRAFT = "sign-up";
/** Everything but the passwords. */
const draftNames = fieldNames.filter((name) => name !== "password" && name !== "confirmPassword");
const emptyDraft = Object.fromEntries(draftNames.map((name) => [name, emptySignUp[name]])) as Partial<SignUpValues>;

export function SignUpForm({
  riskWarning,
  onSignedUp,
}: {
  riskWarning: ReactNode;
  onSignedUp: (user: CurrentUser) => void;
}) {
  const [failure, setFailure] = useState<string>();
  const [isDone, setDone] = useState(false);
  const form = useForm<SignUpValues, unknown, SignUpBody>({ resolver, defaultValues: emptySignUp });

  useEarlyInput(form, watchedFields);
  useDraft(form);

  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      const { signUp } = await loadSignUp();
      onSignedUp(await signUp(body));
      forgetDraft(DRAFT);
      setDone(true);
    } catch (error) {
      const text = failureText(error, texts.signUpFailed);
      showFieldErrors(error, form.setError, fieldNames);
      setFailure(text);
      toast.bad(texts.signupFailed, text);
    }
  });

  return (
    // method="post" for browsers without scripts, as in the sign-in form.
    <form noValidate method="post" onFocus={() => void loadSignUp()} onSubmit={onSubmit(submit)} className="grid gap-8">
      <PersonalFields form={form} />
      <PlaceFields form={form} />
      <PreferenceFields form={form} />
      {riskWarning}
      <TermsLine />
      <ErrorsStatus errors={form.formState.errors} />
      {failure === undefined ? null : (
        <Notice look="danger" role="alert">
          {failure}
        </Notice>
      )}
      <Button
        type="submit"
        className="min-h-12"
        pending={form.formState.isSubmitting || isDone}
        pendingLabel={texts.creatingAccount}
      >
        {texts.createAccount}
      </Button>
    </form>
  );
}

/** Fills the fields that are still empty with what was typed before a reload, and keeps what is typed from now on. */
function useDraft({ getValues, setValue, subscribe }: SignUp): void {
  useEffect(() => {
    const draft = restoreDraft(DRAFT, emptyDraft);
    for (const name of draftNames) {
      const typed = draft[name];
      if (typed && !getValues(name)) setValue(name, typed);
    }
  }, [getValues, setValue]);
  useSavedDraft({ subscribe }, DRAFT, draftNames);
}

function PersonalFields({ form }: { form: SignUp }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="mb-4 font-display text-18 font-semibold">{texts.personalInformation}</legend>
      <TextField
        label={texts.firstName}
        autoComplete="given-name"
        error={errors.firstName?.message}
        {...register("firstName")}
      />
      <TextField
        label={texts.lastName}
        autoComplete="family-name"
        error={errors.lastName?.message}
        {...register("lastName")}
      />
      <TextField
        label={texts.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        className="sm:col-span-2"
        error={errors.email?.message}
        {...register("email")}
      />
      <PasswordField
        label={texts.password}
        showLabel={texts.showPassword}
        hint={texts.passwordHint}
        autoComplete="new-password"
        className="sm:col-span-2"
        error={errors.password?.message}
        {...register("password")}
      />
      <PasswordStrengthMarks password={useWatch({ control, name: "password" })} className="-mt-3 sm:col-span-2" />
      <PasswordField
        label={texts.confirmPassword}
        showLabel={texts.showConfirmPassword}
        autoComplete="new-password"
        className="sm:col-span-2"
        error={errors.confirmPassword?.message}
        {...register("confirmPassword")}
      />
    </fieldset>
  );
}

function PlaceFields({ form }: { form: SignUp }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const dialCode = findDialCode(useWatch({ control, name: "country" }));
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="mb-4 font-display text-18 font-semibold">{texts.signUpPlaceLegend}</legend>
      <SelectField
        label={fieldTexts.country}
        autoComplete="country-name"
        error={errors.country?.message}
        {...register("country")}
      >
        <option value="">{texts.selectCountry}</option>
        {countries.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField
        label={texts.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        prefix={dialCode}
        placeholder={dialCode === undefined ? texts.signUpPhonePlaceholder : ""}
        error={errors.phone?.message}
        {...register("phone")}
      />
      <TextField
        label={fieldTexts.birthday}
        type="date"
        autoComplete="bday"
        error={errors.birthday?.message}
        {...register("birthday")}
      />
    </fieldset>
  );
}

function PreferenceFields({ form: { register } }: { form: SignUp }) {
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="mb-4 font-display text-18 font-semibold">{texts.signUpPreferencesLegend}</legend>
      <SelectField label={fieldTexts.preferredMarket} {...register("preferredMarket")}>
        <option value="">{fieldTexts.preferredMarketNone}</option>
        <Options names={marketNames} />
      </SelectField>
      <SelectField label={fieldTexts.riskTolerance} {...register("riskTolerance")}>
        <option value="">{fieldTexts.riskToleranceNone}</option>
        <Options names={riskNames} />
      </SelectField>
      <div className="sm:col-span-2">
        <CheckboxField label={fieldTexts.marketingOptIn} {...register("marketingOptIn")} />
      </div>
    </fieldset>
  );
}

function TermsLine() {
  return (
    <p className="text-14">
      {texts.signUpTerms({
        link: (text) => <NewTabLink href="/terms">{text}</NewTabLink>,
        link2: (text) => <NewTabLink href="/privacy">{text}</NewTabLink>,
      })}
    </p>
  );
}

/** A new tab keeps what was typed. */
function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="font-medium text-primary underline underline-offset-4">
      {children}
    </a>
  );
}

function Options({ names }: { names: Readonly<Record<string, string>> }) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}
