import { useState } from "react";
import { useForm } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { notifySessionChange } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { deleteAccountResolver, useDeleteAccount, useDeletionObstacles } from "./api.ts";
import { PersonalDataList } from "./personal-data-list.tsx";
import * as texts from "../../../messages/accounts.ts";

/** Says what a deletion does to each kind of data, before it can be confirmed. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <div className="grid gap-4">
        <p className="text-14 text-muted">{texts.deletionLead}</p>
        <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          {texts.deletionOpen}
        </Button>
      </div>
    );
  }
  return <OpenDeletion onClose={() => setOpen(false)} />;
}

function OpenDeletion({ onClose }: { onClose: () => void }) {
  return (
    <QueryState
      query={useDeletionObstacles()}
      loading={<SkeletonRows rows={3} />}
      failedTitle={texts.deletionFailedTitle}
    >
      {({ obstacles }) => (
        <div className="grid gap-5">
          <h3 className="text-18">{texts.deletionDataTitle}</h3>
          <PersonalDataList />
          {obstacles.length > 0 ? (
            <Notice look="warning" title={texts.deletionObstaclesTitle}>
              <ul className="grid gap-1">
                {obstacles.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <Button look="quiet" className="mt-3" onClick={onClose}>
                {texts.close}
              </Button>
            </Notice>
          ) : (
            <DeletionForm onClose={onClose} />
          )}
        </div>
      )}
    </QueryState>
  );
}

function DeletionForm({ onClose }: { onClose: () => void }) {
  const remove = useDeleteAccount();
  const form = useForm({
    resolver: deleteAccountResolver,
    defaultValues: { currentPassword: "" },
  });
  const submit = form.handleSubmit(async (body) => {
    try {
      await remove.mutateAsync(body);
      toast.good(texts.accountDeleted, texts.deletionDone);
      notifySessionChange();
      window.location.assign("/landing");
    } catch (error) {
      showFieldErrors(error, form.setError, ["currentPassword"]);
      toast.bad(texts.notDeleted, failureText(error, texts.deletionFailed));
    }
  });
  return (
    <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
      <PasswordField
        label={texts.yourPassword}
        showLabel={texts.showYourPassword}
        autoComplete="current-password"
        error={form.formState.errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="danger" pending={remove.isPending} pendingLabel={texts.deleting}>
          {texts.deletionSubmit}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {texts.deletionKeep}
        </Button>
      </div>
    </form>
  );
}
