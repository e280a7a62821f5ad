import { getUser, listUsers, type AdminUser } from "@wazi/contracts";
import { useState } from "react";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { EffectList } from "../../../office/decisions/effects.tsx";
import { DeletedNotice } from "../../../office/decisions/notices.tsx";
import { isNotFound, useUserDetail } from "../../../office/person/api.ts";
import { formatName, PersonEmail } from "../../../office/person/person.tsx";
import { useDeleteUser } from "./api.ts";
import { describeDeletion } from "./labels.ts";
import * as texts from "../../../messages/admin-users.ts";

/** Shows why a user cannot be deleted, or what deletion erases. Confirmed by entering the email. */
export function DeleteUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const remove = useDeleteUser();
  const detail = useUserDetail(user.id);
  const [typed, setTyped] = useState("");
  const isMine = remove.isPending || remove.isSuccess;
  const gone = !isMine && isNotFound(detail.error);
  const obstacles = isMine ? [] : (detail.data?.deletionObstacles ?? []);
  const isTyped = typed.trim().toLowerCase() === user.email.toLowerCase();

  return (
    <ConfirmDialog
      title={texts.deleteUser({ user: formatName(user) })}
      mutation={remove}
      toInput={() => ({ params: { id: user.id } })}
      shown={[listUsers, getUser]}
      submitLabel={texts.deleteSubmit}
      pendingLabel={texts.deleting}
      look="danger"
      done={texts.deleteDone}
      failed={texts.deleteFailed}
      isLocked={gone || obstacles.length > 0}
      notYet={detail.data === undefined ? texts.deleteNotYet : isTyped ? undefined : texts.deleteEmailMissing}
      onClose={onClose}
    >
      <PersonEmail user={user} />
      {gone ? (
        <DeletedNotice what={texts.user} />
      ) : (
        <QueryState query={detail} what={texts.deleteWhat} loading={<SkeletonRows rows={3} className="h-6" />}>
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
          label={texts.deleteEmailLabel}
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
    <Notice look="warning" title={texts.deleteObstaclesTitle}>
      <ul className="grid gap-1">
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{obstacle}</li>
        ))}
      </ul>
    </Notice>
  );
}
