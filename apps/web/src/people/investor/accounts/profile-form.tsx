import {
  type AccountDetails,
  type BodyInputOf,
  type changeAccountDetails,
  type CurrentUser,
  isVerifiedField,
  type ProfileField,
  profileFieldNames,
} from "@wazi/contracts";
import type { ReactNode } from "react";
import { useForm, type UseFormRegisterReturn } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckboxField, SelectField, TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { profileResolver, useAccountDetails, useChangeDetails, useChangeProfile } from "./api.ts";
import * as texts from "../../../messages/accounts.ts";
import { type ProfileInput, profileInputs } from "../../../content/profile-fields.ts";
import * as fieldTexts from "../../../messages/profile-fields.ts";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";

/** Country, date of birth, preferences and the consent to news. */
export function DetailsSection({ user }: { user: CurrentUser }) {
  return (
    <QueryState query={useAccountDetails()} loading={<SkeletonRows rows={4} />} failedTitle={texts.detailsFailedTitle}>
      {(details) => <DetailsForm details={details} isVerified={user.kycStatus === "approved"} />}
    </QueryState>
  );
}

/** The typed values; empty texts for those that the profile does not have. */
type Values = Record<ProfileField, string | boolean>;

const toValues = (details: AccountDetails): Values =>
  Object.fromEntries(profileFieldNames.map((name) => [name, details[name] ?? ""])) as Values;

/** The server checks the values, and refuses a missing one where the field needs it. */
const toBody = (values: Values, isChanged: (name: ProfileField) => boolean): BodyInputOf<typeof changeAccountDetails> =>
  Object.fromEntries(
    profileFieldNames.filter(isChanged).map((name) => [name, values[name] === "" ? null : values[name]]),
  );

const verifiedFields = profileFieldNames.filter(isVerifiedField);

function DetailsForm({ details, isVerified }: { details: AccountDetails; isVerified: boolean }) {
  const change = useChangeDetails();
  const form = useForm({
    values: toValues(details),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const saved = await change.mutateAsync(toBody(values, (name) => dirtyFields[name] === true));
      form.reset(toValues(saved));
      toast.good(texts.profileSaved, texts.profileDone);
    } catch (error) {
      showFieldErrors(error, form.setError, profileFieldNames);
      toast.bad(texts.saveFailed, failureText(error, texts.profileFailed));
    }
  });
  const showField = (name: ProfileField): ReactNode => (
    <DetailField
      key={name}
      input={profileInputs[name]}
      stored={details[name]}
      disabled={isVerified && isVerifiedField(name)}
      error={errors[name]?.message}
      {...form.register(name)}
    />
  );
  return (
    <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5 sm:grid-cols-2">
      {verifiedFields.map(showField)}
      {isVerified ? <p className="text-14 text-muted sm:col-span-2">{fieldTexts.verifiedFields}</p> : null}
      {profileFieldNames.filter((name) => !isVerifiedField(name)).map(showField)}
      <Button
        type="submit"
        className="sm:col-span-2 sm:justify-self-start"
        disabled={!isDirty}
        pending={change.isPending}
        pendingLabel={texts.saving}
      >
        {texts.saveDetails}
      </Button>
    </form>
  );
}

interface DetailFieldProps extends UseFormRegisterReturn {
  input: ProfileInput;
  stored: AccountDetails[ProfileField];
  disabled: boolean;
  error: string | undefined;
}

function DetailField({ input, stored, disabled, error, ...registered }: DetailFieldProps) {
  const { label, hint, autoComplete } = input;
  if (input.kind === "switch") {
    return (
      <div className="sm:col-span-2">
        <CheckboxField label={label} disabled={disabled} {...registered} />
        {hint === undefined ? null : <p className="mt-1 pl-8 text-14 text-muted">{hint}</p>}
      </div>
    );
  }
  const parts = { ...registered, label, hint, autoComplete, disabled, error };
  if (input.kind !== "choice") return <TextField type={input.kind} {...parts} />;
  const { choices, noChoice } = input;
  // A country may have been listed once.
  const isListed = typeof stored !== "string" || stored in choices;
  return (
    <SelectField {...parts}>
      {isListed ? null : <option value={stored}>{stored}</option>}
      {noChoice === undefined ? null : <option value="">{noChoice}</option>}
      {Object.entries(choices).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Name and phone number. */
export function ProfileForm({ user }: { user: CurrentUser }) {
  const change = useChangeProfile();
  const { firstName, lastName, phone } = user;
  const isVerified = user.kycStatus === "approved";
  const form = useForm({
    resolver: profileResolver,
    values: { firstName, lastName, phone },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      const saved = await change.mutateAsync(body);
      form.reset({
        firstName: saved.firstName,
        lastName: saved.lastName,
        phone: saved.phone,
      });
      toast.good(texts.profileSaved, texts.profileDone);
    } catch (error) {
      showFieldErrors(error, form.setError, ["firstName", "lastName", "phone"]);
      toast.bad(texts.saveFailed, failureText(error, texts.profileFailed));
    }
  });

  return (
    <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={texts.firstName}
        autoComplete="given-name"
        readOnly={isVerified}
        error={errors.firstName?.message}
        {...form.register("firstName")}
      />
      <TextField
        label={texts.lastName}
        autoComplete="family-name"
        readOnly={isVerified}
        error={errors.lastName?.message}
        {...form.register("lastName")}
      />
      {isVerified ? <p className="text-14 text-muted sm:col-span-2">{fieldTexts.verifiedFields}</p> : null}
      <TextField
        label={texts.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={texts.phoneHint}
        error={errors.phone?.message}
        {...form.register("phone")}
      />
      <Button
        type="submit"
        className="sm:col-span-2 sm:justify-self-start"
        disabled={!isDirty || !user.isActive}
        pending={change.isPending}
        pendingLabel={texts.saving}
      >
        {texts.saveProfile}
      </Button>
    </form>
  );
}
