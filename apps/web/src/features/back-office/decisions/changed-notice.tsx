import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** Why nothing can be sent before that notice was answered. */
export const LOOK_FIRST = "It has changed meanwhile: please look at what it is now first";

/** What is about to be changed has become something else under the administrator's eyes: nothing goes on before that was seen. */
export function ChangedNotice({
  onGoOn,
  children,
}: {
  onGoOn: () => void;
  /** What it is now, in sentences. */
  children: ReactNode;
}) {
  return (
    <Notice look="warning" role="alert" title="Changed meanwhile">
      <p>{children}</p>
      <p className="mt-1">What you entered still stands here. The audit log says who changed it.</p>
      <Button look="secondary" className="mt-3" onClick={onGoOn}>
        Go on from what it is now
      </Button>
    </Notice>
  );
}
