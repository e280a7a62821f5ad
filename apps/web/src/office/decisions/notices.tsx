import type { Person, WaitingAdjustment } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAdmin } from "../access/admin-access.ts";
import { Age, formatUtc } from "../display/age.tsx";
import { formatName } from "../person/person.tsx";
import * as texts from "../../messages/admin-decisions.ts";

/**
 * The settlement of a record: the person, the result and the time. `overtaken`: it was about to be decided here.
 * `isUnanswered`: a request from here got no answer.
 */
export function OutcomeNotice({
  how,
  by,
  at,
  overtaken = false,
  isUnanswered = false,
}: {
  /** Such as "Completed". */
  how: string;
  by: Person | null;
  at: string | null;
  overtaken?: boolean;
  isUnanswered?: boolean;
}) {
  const admin = useAdmin();
  const whose = by?.email !== admin.email ? "another" : isUnanswered ? "here" : "elsewhere";
  return (
    <Notice
      look={overtaken ? "warning" : "info"}
      {...(overtaken ? { role: "alert" as const, title: overtakenTitles[whose] } : {})}
    >
      <p>
        {how}
        <ActorAndTime by={by} at={at} />.{overtaken ? ` ${overtakenTexts[whose]}` : null}
      </p>
    </Notice>
  );
}

const overtakenTitles = {
  another: texts.overtakenByAnotherTitle,
  here: texts.alreadyDone,
  elsewhere: texts.overtakenElsewhereTitle,
} as const;

const NOTHING_TWICE = texts.overtakenNothingTwice;
const overtakenTexts = {
  another: NOTHING_TWICE,
  here: texts.overtakenHereText,
  elsewhere: NOTHING_TWICE,
} as const;

/** " by Jane Doe 3 min ago (2026-11-21 10:32:05 UTC)", as far as known. */
export function ActorAndTime({ by, at }: { by: Person | null; at: string | null }) {
  const admin = useAdmin();
  const actor =
    by === null ? null : (
      <strong className="font-semibold">{by.email === admin.email ? texts.actorYou : formatName(by)}</strong>
    );
  if (at === null) return actor === null ? null : <> {texts.actor({ actor })}</>;
  const moment = { age: <Age at={at} />, time: formatUtc(at) };
  return <> {actor === null ? texts.timeOnly(moment) : texts.actorAndTime({ actor, ...moment })}</>;
}

/** Shown for a record that has been deleted. */
export function DeletedNotice({ noun }: { noun: "user" | "withdrawal" }) {
  return (
    <Notice look="warning" role="alert" title={texts.alreadyDeleted}>
      <p>{noun === "user" ? texts.deletedUserNotice : texts.deletedWithdrawalNotice}</p>
    </Notice>
  );
}

/** Why nothing can be sent before the change is reviewed. */
export const REVIEW_CHANGE_FIRST = texts.changedReviewFirst;

/** Shown when the edited record has changed. The change must be reviewed before saving. */
export function ChangedNotice({
  onGoOn,
  children,
}: {
  onGoOn: () => void;
  /** The new value, in sentences. */
  children: ReactNode;
}) {
  return (
    <Notice look="warning" role="alert" title={texts.changedTitle}>
      <p>{children}</p>
      <p className="mt-1">{texts.changedInputKept}</p>
      <Button look="secondary" className="mt-3" onClick={onGoOn}>
        {texts.changedContinue}
      </Button>
    </Notice>
  );
}

/** Replaces a dialog when someone else has already done the same. It can only be closed. */
export function AlreadyDoneDialog({
  title,
  what,
  onClose,
  children,
}: {
  title: string;
  /** The current state, such as "Already paused". */
  what: string;
  onClose: () => void;
  /** The actor, the time and the reason. */
  children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid gap-5">
        <Notice look="warning" role="alert" title={what}>
          <p className="break-words">{children}</p>
        </Notice>
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            {texts.close}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

/** True for the answer that says that another administrator must approve. */
export function isWaitingAdjustment(answer: object): answer is WaitingAdjustment {
  return "pendingAdjustment" in answer;
}
