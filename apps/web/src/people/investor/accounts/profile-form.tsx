import { type AccountDetails, countries, type CurrentUser, type Market, type RiskTolerance } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckboxField, SelectField, TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { profileResolver, useAccountDetails, useChangeDetails, useChangeProfile } from "./api.ts";
import * as texts from "../../../messages/accounts.ts";
import { marketNames } from "../../../content/labels.ts";
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

const riskNames: Record<RiskTolerance, string> = {
  low: texts.low,
  medium: texts.medium,
  high: texts.high,
};

interface Values {
  country: string;
  birthday: string;
  /** Empty if nothing was chosen; the same for risk tolerance. */
  preferredMarket: Market | "";
  riskTolerance: RiskTolerance | "";
  marketingOptIn: boolean;
}

function toValues(details: AccountDetails): Values {
  return {
    country: details.country,
    birthday: details.birthday ?? "",
    preferredMarket: details.preferredMarket ?? "",
    riskTolerance: details.riskTolerance ?? "",
    marketingOptIn: details.marketingOptIn,
  };
}

function DetailsForm({ details, isVerified }: { details: AccountDetails; isVerified: boolean }) {
  const change = useChangeDetails();
  const form = useForm({
    values: toValues(details),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const body = {
      ...(dirtyFields.country ? { country: values.country } : {}),
      ...(dirtyFields.birthday ? { birthday: values.birthday } : {}),
      ...(dirtyFields.preferredMarket ? { preferredMarket: values.preferredMarket || null } : {}),
      ...(dirtyFields.riskTolerance ? { riskTolerance: values.riskTolerance || null } : {}),
      ...(dirtyFields.marketingOptIn ? { marketingOptIn: values.marketingOptIn } : {}),
    };
    try {
      form.reset(toValues(await change.mutateAsync(body)));
      toast.good(texts.profileSaved, texts.profileDone);
    } catch (error) {
      showFieldErrors(error, form.setError, ["country", "birthday"]);
      toast.bad(texts.saveFailed, failureText(error, texts.profileFailed));
    }
  });
  const isListed = countries.some(({ name }) => name === details.country);
  return (
    <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label={texts.country}
        autoComplete="country-name"
        disabled={isVerified}
        error={errors.country?.message}
        {...form.register("country")}
      >
        {isListed ? null : <option value={details.country}>{details.country}</option>}
        {countries.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField
        label={texts.birthDateLabel}
        type="date"
        autoComplete="bday"
        disabled={isVerified}
        error={errors.birthday?.message}
        {...form.register("birthday")}
      />
      {isVerified ? <p className="text-14 text-muted sm:col-span-2">{texts.detailsFixed}</p> : null}
      <SelectField label={texts.preferredMarket} {...form.register("preferredMarket")}>
        <option value="">{texts.noPreference}</option>
        <Options names={marketNames} />
      </SelectField>
      <SelectField label={texts.riskTolerance} {...form.register("riskTolerance")}>
        <option value="">{texts.optionUnsure}</option>
        <Options names={riskNames} />
      </SelectField>
      <div className="sm:col-span-2">
        <CheckboxField label={texts.newsLabel} {...form.register("marketingOptIn")} />
        <p className="mt-1 pl-8 text-14 text-muted">{texts.newsHint}</p>
      </div>
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

function Options({ names }: { names: Readonly<Record<string, string>> }) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

/** Name and phone number. */
export function ProfileForm({ user }: { user: CurrentUser }) {
  const change = useChangeProfile();
  const { firstName, lastName, phone } = user;
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
        error={errors.firstName?.message}
        {...form.register("firstName")}
      />
      <TextField
        label={texts.lastName}
        autoComplete="family-name"
        error={errors.lastName?.message}
        {...form.register("lastName")}
      />
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
