import * as texts from "../messages/privacy.ts";

/** Each kind of personal data: what it is for, and what a deletion of the account does to it. */
interface PersonalData {
  kind: string;
  purpose: string;
  onDeletion: string;
}

/** office/users/erasure.test.ts on the server looks for what must be gone in every column of every table. */
export const personalData: readonly PersonalData[] = [
  {
    kind: texts.nameEMailPhoneCountry,
    purpose: texts.toKnowWhoseAccountIt,
    onDeletion: texts.erasedAtOnce,
  },
  {
    kind: texts.password,
    purpose: texts.toLetOnlyYouIn,
    onDeletion: texts.erasedAtOnce,
  },
  {
    kind: texts.identityDocuments,
    purpose: texts.toCheckWhoYouWhere,
    onDeletion: texts.imagesDocumentNumberAndReview,
  },
  {
    kind: texts.namesAccountsPhoneNumbersAnd,
    purpose: texts.toPayYouAndTo,
    onDeletion: texts.erasedAtOnceAmountTime,
  },
  {
    kind: texts.depositsPositionsAndLedgerEntries,
    purpose: texts.toKnowWhatYoursTo,
    onDeletion: texts.keptWithoutYourNameFor,
  },
  {
    kind: texts.signInsSessionsNetworkAddresses,
    purpose: texts.toShowYouWhereYou,
    onDeletion: texts.erasedAtOnceAuditLog,
  },
  {
    kind: texts.mailsThatWeSentYou,
    purpose: texts.toDeliverThemAndTo,
    onDeletion: texts.erasedAtOnceCopiesIn,
  },
  {
    kind: texts.theBrowsersInWhichYou,
    purpose: texts.toSendMessagesThereAddress,
    onDeletion: texts.erasedAtOnceAlsoWhen,
  },
  {
    kind: texts.yourAnswersAboutKnowledgeLoss,
    purpose: texts.toKeepYouFromInvesting,
    onDeletion: texts.erasedAtOnce,
  },
  {
    kind: texts.yourConsentsWithVersionAnd,
    purpose: texts.toProveWhatWasAgreed,
    onDeletion: texts.keptWithoutYourNameBecause,
  },
];
