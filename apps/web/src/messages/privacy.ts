// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aBackupDatabaseKeepsWhat = ({ link }: { link: Wrap }) =>
  join("A backup of the database keeps what it held when it was made, until the operator replaces it. Cookies have their ", link("own page"), ".");
export const administratorsThisPlatformAsFar = "Administrators of this platform, as far as they need it. What they do is recorded.";
export const backups = "Backups";
export const correctItNamePhoneAnd = "Correct it: name, phone and preferences there. Country and date of birth until your identity is verified.";
export const depositsPositionsAndLedgerEntries = "Deposits, positions and ledger entries";
export const erasedAtOnce = "Erased at once.";
export const erasedAtOnceAlsoWhen = "Erased at once. Also when you turn push off or sign out there.";
export const erasedAtOnceAmountTime = "Erased at once. Amount, time, kind, status, and the public hash of a blockchain payment stay.";
export const erasedAtOnceAuditLog = "Erased at once. The audit log keeps what was done and when, without your name and address.";
export const erasedAtOnceCopiesIn = "Erased at once. Copies in your own mailbox are yours.";
export const haveItErasedDeleteYour = "Have it erased: delete your account there, when it holds no money.";
export const identityDocuments = "Identity documents";
export const ifYouTurnOnPush = "If you turn on push: the push service of your browser's maker, such as Google, Apple or Mozilla. It learns that and when we send a message to your device. It cannot read the message.";
export const imagesDocumentNumberAndReview = "Images, document number and review notes are erased at once.";
export const keptWithoutYourNameBecause = "Kept without your name, because they prove that rules were followed.";
export const keptWithoutYourNameFor = "Kept without your name for as long as the platform has books: the balances of everyone must add up. Typed reasons in them are erased.";
export const mailAndPush = "Mail and push";
export const mailsThatWeSentYou = "Mails that we sent you";
export const nameEMailPhoneCountry = "Name, e-mail, phone, country, date of birth, preferences";
export const namesAccountsPhoneNumbersAnd = "Names, accounts, phone numbers and notes of payments";
export const noOneElseWeSell = "No one else. We sell nothing, and these pages load nothing from other sites.";
export const password = "Password";
export const privacy = "Privacy";
export const pushMessagesOffUntilYou = "Push messages are off until you turn them on in a browser. They name no amount, bot or person, because others may see your locked screen. They end when you turn them off or sign out there.";
export const seeAndDownloadYourData = ({ link }: { link: Wrap }) =>
  join("See and download your data: on your ", link("profile page"), ".");
export const signInsSessionsNetworkAddresses = "Sign-ins, sessions, network addresses and browsers";
export const takeBackYourConsentTo = "Take back your consent to news, there.";
export const theBrowsersInWhichYou = "The browsers in which you turned on push";
export const toCheckWhoYouWhere = "To check who you are, where the operator must. Encrypted; each view by an administrator is recorded.";
export const toDeliverThemAndTo = "To deliver them, and to try again. What they said is removed once they are sent; the rest after 30 days, or after 90 if a mail could not be delivered.";
export const toKeepYouFromInvesting = "To keep you from investing more than suits you.";
export const toKnowWhatYoursTo = "To know what is yours, to the cent.";
export const toKnowWhoseAccountIt = "To know whose account it is, to reach you, and to check your age.";
export const toLetOnlyYouIn = "To let only you in. We store a hash and cannot read it.";
export const toPayYouAndTo = "To pay you, and to ask your phone for a deposit by M-Pesa.";
export const toProveWhatWasAgreed = "To prove what was agreed.";
export const toSendMessagesThereAddress = "To send messages there: the address at the push service of your browser's maker, and keys to encrypt them.";
export const toShowYouWhereYou = "To show you where you are signed in, and to find misuse.";
export const weWriteWhenSomethingHappens = ({ link }: { link: Wrap }) =>
  join("We write when something happens to your money or your account. You choose which of these mails you get, except those about security, on your ", link("profile page"), ". News about Wazi comes only if you asked for it, and you can take that back on your profile page at any time. Our mails contain no pictures and no trackers.");
export const whatWeKeep = "What we keep";
export const whichPersonalDataWeKeep = ({ termsVersion }: { termsVersion: Value }) =>
  `Which personal data we keep, why, and what happens to it when you leave. Version ${termsVersion}.`;
export const whoSeesIt = "Who sees it";
export const whoeverCarriesOutPaymentOr = "Whoever carries out a payment or delivers a mail gets what is needed for it, such as your address.";
export const youOnYourProfilePage = "You, on your profile page. You can download all of it as one file.";
export const yourAnswersAboutKnowledgeLoss = "Your answers about knowledge, loss and time, and your limit";
export const yourConsentsWithVersionAnd = "Your consents, with version and time";
export const yourRights = "Your rights";
