import { getUser, unfreezeUser } from "@wazi/contracts";
import { useState } from "react";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { Notice } from "../../../ui/notice.tsx";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { Timestamp } from "../../../office/display/age.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import * as texts from "../../../messages/admin-user-page.ts";

interface FrozenUser {
  userId: string;
  name: string;
  onDone: () => void;
}

/** Says that the owner froze the account, and ends the freeze for an owner who cannot read their mail. */
export function FrozenNotice({ frozenAt, ...user }: FrozenUser & { frozenAt: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice look="warning" title={texts.frozenTitle}>
      <p className="mb-3">{texts.frozenText({ frozenAt: <Timestamp at={frozenAt} /> })}</p>
      <RowButton
        label={texts.endFreeze}
        of={texts.actionsOf({ name: user.name })}
        right="manage"
        onClick={() => setOpen(true)}
      />
      {isOpen ? <EndFreezeDialog {...user} onClose={() => setOpen(false)} /> : null}
    </Notice>
  );
}

function EndFreezeDialog({ userId, name, onDone, onClose }: FrozenUser & { onClose: () => void }) {
  const unfreeze = useCallMutation(unfreezeUser, [getUser]);
  return (
    <ConfirmDialog
      title={texts.endFreezeTitle({ name })}
      mutation={unfreeze}
      toInput={() => ({ params: { id: userId } })}
      submitLabel={texts.endFreeze}
      pendingLabel={texts.ending}
      look="danger"
      done={texts.endFreezeDone}
      failed={texts.endFreezeFailed}
      onDone={() => {
        onClose();
        onDone();
      }}
      onClose={onClose}
    >
      <p>{texts.endFreezeEffect}</p>
    </ConfirmDialog>
  );
}
