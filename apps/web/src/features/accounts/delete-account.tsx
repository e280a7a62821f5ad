import { useState } from "react";
import { useForm } from "react-hook-form";
import { failureText } from "../../lib/api-client.ts";
import { onSubmit, showFieldErrors } from "../../lib/forms.ts";
import { notifySessionChange } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { deleteAccountResolver, useDeleteAccount, useDeletionObstacles } from "./details-api.ts";
import { PersonalDataList } from "./personal-data-list.tsx";

/** Says what a deletion does to each kind of data, before it can be confirmed. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <div className="grid gap-4">
        <p className="text-14 text-muted">
          Your personal data is erased, and you cannot undo it. Your account must hold no money first.
        </p>
        <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </div>
    );
  }
  return <OpenDeletion onClose={() => setOpen(false)} />;
}

function OpenDeletion({ onClose }: { onClose: () => void }) {
  return (
    <QueryState query={useDeletionObstacles()} loading={<SkeletonRows rows={3} />} what="the state of your account">
      {({ obstacles }) => (
        <div className="grid gap-5">
          <h3 className="text-18">What happens to your data</h3>
          <PersonalDataList />
          {obstacles.length > 0 ? (
            <Notice look="warning" title="Not possible yet">
              <ul className="grid gap-1">
                {obstacles.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <Button look="quiet" className="mt-3" onClick={onClose}>
                Close
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
  const form = useForm({ resolver: deleteAccountResolver, defaultValues: { currentPassword: "" } });
  const submit = form.handleSubmit(async (body) => {
    try {
      await remove.mutateAsync(body);
      toast.good("Account Deleted", "Your personal data was erased.");
      notifySessionChange();
      window.location.assign("/landing");
    } catch (error) {
      showFieldErrors(error, form.setError, ["currentPassword"]);
      toast.bad("Not Deleted", failureText(error, "Failed to delete your account. Nothing was erased."));
    }
  });
  return (
    <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={form.formState.errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="danger" pending={remove.isPending} pendingLabel="Deleting...">
          Delete account and erase data
        </Button>
        <Button look="quiet" onClick={onClose}>
          Keep my account
        </Button>
      </div>
    </form>
  );
}
