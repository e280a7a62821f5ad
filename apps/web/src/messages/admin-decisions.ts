// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const after = "After";
export const alreadyDeleted = "Already deleted";
export const alreadyDone = "Already done";
export const by = ({ strong }: { strong: ReactNode }) =>
  join("by ", strong);
export const back = "Back";
export const cancel = "Cancel";
export const close = "Close";
export const continueWithTheNewValue = "Continue with the new value";
export const error = "Error";
export const figure = "Figure";
export const nothingDoneTwiceYourInput = "Nothing was done twice. Your input is kept.";
export const now = "Now";
export const someoneElseAlreadyDecided = "Someone else already decided";
export const success = "Success";
export const thisHasChanged = "This has changed";
export const thisHasChangedReviewNew = "This has changed. Review the new value first.";
export const thisWhatHasDeletedAudit = ({ what }: { what: Value }) =>
  `This ${what} has been deleted. The audit log shows who deleted it.`;
export const youAlreadyDecidedThisElsewhere = "You already decided this elsewhere";
export const yourInputKeptAuditLog = "Your input is kept. The audit log shows who made the change.";
export const yourRequestWentThroughBut = "Your request went through, but the response was lost. Nothing was done twice.";
