import type { CurrentUser } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { profileResolver, useChangeProfile } from "./api.ts";
import { profileText } from "./profile-text.ts";
import * as texts from "../../../messages/accounts.ts";

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
      form.reset({ firstName: saved.firstName, lastName: saved.lastName, phone: saved.phone });
      toast.good(profileText.saved.title, profileText.saved.text);
    } catch (error) {
      showFieldErrors(error, form.setError, ["firstName", "lastName", "phone"]);
      toast.bad(profileText.saveFailed.title, failureText(error, profileText.saveFailed.text));
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
