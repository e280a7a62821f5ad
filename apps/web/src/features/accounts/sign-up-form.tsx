import { countries, findDialCode, type CurrentUser, type RiskTolerance } from "@wazi/contracts";
import { useState, type ReactNode } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { marketNames } from "../../content/labels.ts";
import { failureText } from "../../lib/api-client.ts";
import { lazyResolver, onSubmit, showFieldErrors, useEarlyInput } from "../../lib/forms.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField, SelectField, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { PasswordStrengthMarks } from "./password-strength-marks.tsx";
import { ErrorsStatus } from "./errors-status.tsx";
import { emptySignUp, type SignUpBody, type SignUpValues } from "./sign-up-values.ts";

type SignUp = UseFormReturn<SignUpValues, unknown, SignUpBody>;

/** Loads the validation rules and the call while the user fills in the form. */
const loadSignUp = () => import("./sign-up.ts");
const resolver = lazyResolver(async () => (await loadSignUp()).signUpResolver);

const watchedFields = ["country", "password"] as const;
const fieldNames = Object.keys(emptySignUp) as (keyof SignUpValues)[];

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

  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      const { signUp } = await loadSignUp();
      onSignedUp(await signUp(body));
      setDone(true);
    } catch (error) {
      const text = failureText(error, "Failed to create account");
      showFieldErrors(error, form.setError, fieldNames);
      setFailure(text);
      toast.bad("Signup Failed", text);
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
        pendingLabel="Creating Account..."
      >
        Create Account
      </Button>
    </form>
  );
}

function PersonalFields({ form }: { form: SignUp }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="mb-4 font-display text-18 font-semibold">Personal Information</legend>
      <TextField
        label="First name"
        autoComplete="given-name"
        error={errors.firstName?.message}
        {...register("firstName")}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        error={errors.lastName?.message}
        {...register("lastName")}
      />
      <TextField
        label="Email"
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
        label="Password"
        hint="8+ characters with uppercase, lowercase, number & special character"
        autoComplete="new-password"
        className="sm:col-span-2"
        error={errors.password?.message}
        {...register("password")}
      />
      <PasswordStrengthMarks password={useWatch({ control, name: "password" })} className="-mt-3 sm:col-span-2" />
      <PasswordField
        label="Confirm password"
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
      <legend className="mb-4 font-display text-18 font-semibold">Country and contact</legend>
      <SelectField label="Country" autoComplete="country-name" error={errors.country?.message} {...register("country")}>
        <option value="">Select country</option>
        {countries.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        prefix={dialCode}
        placeholder={dialCode === undefined ? "Select country first" : ""}
        error={errors.phone?.message}
        {...register("phone")}
      />
      <TextField
        label="Date of birth"
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
      <legend className="mb-4 font-display text-18 font-semibold">Your preferences (optional)</legend>
      <SelectField label="Preferred market" {...register("preferredMarket")}>
        <option value="">No preference</option>
        <Options names={marketNames} />
      </SelectField>
      <SelectField label="Risk tolerance" {...register("riskTolerance")}>
        <option value="">Not sure yet</option>
        <Options names={riskNames} />
      </SelectField>
      <div className="sm:col-span-2">
        <CheckboxField label="Send me news about Wazi by email" {...register("marketingOptIn")} />
      </div>
    </fieldset>
  );
}

function TermsLine() {
  return (
    <p className="text-14">
      By creating an account you accept the <NewTabLink href="/terms">terms</NewTabLink> and the{" "}
      <NewTabLink href="/privacy">privacy notice</NewTabLink>.
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

const riskNames: Record<RiskTolerance, string> = { low: "Low", medium: "Medium", high: "High" };
