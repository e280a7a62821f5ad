import { getUser, listUsers, type AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { ConfirmDialog } from "../decisions/confirm-dialog.tsx";
import { EffectList } from "../decisions/effects.tsx";
import { DeletedNotice } from "../decisions/notices.tsx";
import { useSubmitDecision } from "../decisions/use-decision.ts";
import { isNotFound, useUserDetail } from "../person/api.ts";
import { formatName, PersonEmail } from "../person/person.tsx";
import { useDeleteUser } from "./api.ts";
import { describeDeletion } from "./labels.ts";

const FAILED = "Failed to delete user";

/** Shows why a user cannot be deleted, or what deletion erases. Confirmed by entering the email. */
export function DeleteUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const remove = useDeleteUser();
  const decide = useSubmitDecision([listUsers, getUser]);
  const detail = useUserDetail(user.id);
  const [typed, setTyped] = useState("");
  const isMine = remove.isPending || remove.isSuccess;
  const gone = !isMine && isNotFound(detail.error);
  const obstacles = isMine ? [] : (detail.data?.deletionObstacles ?? []);
  const isTyped = typed.trim().toLowerCase() === user.email.toLowerCase();

  function confirm() {
    void decide(
      () => remove.mutateAsync({ params: { id: user.id } }),
      { done: "The user was deleted.", failed: FAILED },
      { onDone: onClose },
    );
  }

  return (
    <ConfirmDialog
      title={`Delete ${formatName(user)}?`}
      confirmLabel="Delete user"
      pendingLabel="Deleting..."
      look="danger"
      mutation={remove}
      failureDefault={FAILED}
      isLocked={gone || obstacles.length > 0}
      notYet={
        detail.data === undefined
          ? "Checking whether this user can be deleted"
          : isTyped
            ? undefined
            : "Enter their email address first"
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      <PersonEmail user={user} />
      {gone ? (
        <DeletedNotice what="user" />
      ) : (
        <QueryState query={detail} what="the details of this user" loading={<SkeletonRows rows={3} className="h-6" />}>
          {(data) =>
            obstacles.length > 0 ? (
              <Obstacles obstacles={obstacles} />
            ) : (
              <EffectList sentences={describeDeletion(data)} />
            )
          }
        </QueryState>
      )}
      {gone || obstacles.length > 0 ? null : (
        <TextField
          label="Enter their email address to confirm"
          hint={user.email}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}

function Obstacles({ obstacles }: { obstacles: readonly string[] }) {
  return (
    <Notice look="warning" title="This user cannot be deleted now">
      <ul className="grid gap-1">
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{obstacle}</li>
        ))}
      </ul>
    </Notice>
  );
}
