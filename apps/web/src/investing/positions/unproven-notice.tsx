import { Notice } from "../../ui/notice.tsx";
import * as texts from "../../messages/investments.ts";

/** Shown before real money goes into a bot without evidence. The server records the same sentence with the money. */
export function UnprovenNotice() {
  return <Notice>{texts.activateWithoutEvidence}</Notice>;
}
