import { loadRecovery } from "../../people/investor/accounts/load-recovery.ts";
import { useTitle } from "../../lib/use-title.ts";
import { FreezeByLink } from "./freeze-page.tsx";
import * as texts from "../../messages/accounts.ts";

/** Opened from a mail to the old address. Opening it changes nothing. */
export default function UndoEmailPage() {
  useTitle(texts.undoEmailPageTitle);
  return (
    <FreezeByLink
      heading={texts.undoEmailHeading}
      lead={texts.undoEmailLead}
      effects={[texts.undoEmailEffect]}
      act={async (token) => (await loadRecovery()).undoEmailByLink(token)}
      done={texts.undoEmailDoneTitle}
    />
  );
}
