import * as texts from "../messages/privacy.ts";
import * as profileTexts from "../messages/profile-fields.ts";

/** Each kind of personal data: what it is for, and what a deletion of the account does to it. */
interface PersonalData {
  kind: string;
  purpose: string;
  onDeletion: string;
}

/** office/users/erasure.test.ts on the server looks for what must be gone in every column of every table. */
export const personalData: readonly PersonalData[] = [
  {
    kind: profileTexts.personalData,
    purpose: texts.purposeProfile,
    onDeletion: texts.deletionErased,
  },
  {
    kind: texts.password,
    purpose: texts.purposePassword,
    onDeletion: texts.deletionErased,
  },
  {
    kind: texts.identityDocuments,
    purpose: texts.purposeDocuments,
    onDeletion: texts.deletionDocuments,
  },
  {
    kind: texts.kindPayments,
    purpose: texts.purposePayments,
    onDeletion: texts.deletionPayments,
  },
  {
    kind: texts.kindLedger,
    purpose: texts.purposeLedger,
    onDeletion: texts.deletionLedger,
  },
  {
    kind: texts.kindSessions,
    purpose: texts.purposeSessions,
    onDeletion: texts.deletionSessions,
  },
  {
    kind: texts.kindMails,
    purpose: texts.purposeMails,
    onDeletion: texts.deletionMails,
  },
  {
    kind: texts.kindPush,
    purpose: texts.purposePush,
    onDeletion: texts.deletionPush,
  },
  {
    kind: texts.kindAnswers,
    purpose: texts.purposeAnswers,
    onDeletion: texts.deletionErased,
  },
  {
    kind: texts.kindConsents,
    purpose: texts.purposeConsents,
    onDeletion: texts.deletionConsents,
  },
];
