// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aJsonFileWithEverything = "A JSON file with everything we hold about you: profile, sessions, deposits, withdrawals, positions, ledger entries and account activity. Document images are not included.";
export const acceptTerms = "Accept terms";
export const accountCreated = "Account Created!";
export const accountDeleted = "Account Deleted";
export const addressLastUsedLastusedat = ({ address, lastUsedAt }: { address: Value; lastUsedAt: Value }) =>
  `${address} · last used ${lastUsedAt}`;
export const administratorsNeedASecondStep = "Administrators need a second step";
export const afterChangeWithdrawalsWait24 = "After the change, withdrawals wait 24 hours.";
export const allSessionsEndAtOnce = "All sessions end at once, and no one can sign in.";
export const allSessionsHaveEndedAnd = "All sessions have ended, and withdrawals wait. First make sure that only you can read your e-mail. Then reset your password.";
export const allYourSessionsHaveEnded = "All your sessions have ended. Sign in with the new password. If you use a second factor, you still need it. Withdrawals wait 24 hours.";
export const alreadyHaveOneSignIn = ({ link }: { link: Wrap }) =>
  join("Already have one? ", link("Sign in"));
export const askForANewLink = "Ask for a new link";
export const backToSignIn = "Back to sign in";
export const byCreatingAccountYouAccept = ({ link, link2 }: { link: Wrap; link2: Wrap }) =>
  join("By creating an account you accept the ", link("terms"), " and the ", link2("privacy notice"), ".");
export const cancel = "Cancel";
export const cancelChange = "Cancel change";
export const cancelling = "Cancelling...";
export const changeEMailAddress = "Change e-mail address";
export const changeFailed = "Change Failed";
export const changePassword = "Change password";
export const changing = "Changing...";
export const checkYourEMail = "Check your e-mail";
export const checkYourNewAddress = "Check Your New Address";
export const chooseANewPassword = "Choose a new password";
export const close = "Close";
export const code = "Code";
export const confirmEMail = "Confirm E-mail";
export const confirmEMailAddress = "Confirm e-mail address";
export const confirmPassword = "Confirm password";
export const confirmYourEMailAddress = "Confirm your e-mail address";
export const confirmed = "Confirmed";
export const confirming = "Confirming...";
export const countFieldsNeedAttention = ({ count }: { count: Value }) =>
  `${count} fields need attention.`;
export const country = "Country";
export const countryAndContact = "Country and contact";
export const createAccount = "Create Account";
export const createYourAccount = "Create your account";
export const creatingAccount = "Creating Account...";
export const currentPassword = "Current password";
export const dateOfBirth = "Date of birth";
export const deleteAccountAndEraseData = "Delete account and erase data";
export const deleteMyAccount = "Delete my account";
export const deleting = "Deleting...";
export const doThisIfMailFrom = "Do this if a mail from us tells of something that you did not do.";
export const downloadMyData = "Download my data";
export const downloadMyDataAsJson = "Download my data as JSON";
export const email = "Email";
export const end = "End";
export const endAllOtherSessions = "End all other sessions";
export const endSessionNameAddress = ({ name, address }: { name: Value; address: Value }) =>
  `End the session of ${name}, ${address}`;
export const ended = ({ count, count2 }: { count: number; count2: Value }) =>
  `${(count === 1 ? "1 other session was" : `${count2} other sessions were`)} ended.`;
export const ending = "Ending...";
export const enterYourEMailAddress = "Enter your e-mail address. We send you a link to choose a new password.";
export const error = "Error";
export const failedToCancelTheChange = "Failed to cancel the change";
export const failedToChangeYourE = "Failed to change your e-mail address";
export const failedToChangeYourPassword = "Failed to change your password";
export const failedToCreateAccount = "Failed to create account";
export const failedToDeleteYourAccount = "Failed to delete your account. Nothing was erased.";
export const failedToEndTheSession = "Failed to end the session";
export const failedToSaveYourAnswer = "Failed to save your answer";
export const failedToSaveYourProfile = "Failed to save your profile";
export const failedToSendTheMail = "Failed to send the mail";
export const failedToSignOut = "Failed to sign out";
export const firstName = "First name";
export const forgotPassword = "Forgot Password";
export const forgotYourPassword = "Forgot your password?";
export const freezeAccount = "Freeze Account";
export const freezeMyAccount = "Freeze my account";
export const freezing = "Freezing...";
export const gdprCompliantYouCanDownload = "GDPR Compliant: you can download all your data, and your personal data is erased with your account";
export const goToYourDashboard = "Go to your dashboard";
export const goodLongerPasswordStronger = "Good. A longer password is stronger.";
export const high = "High";
export const ifHasAccountLinkOn = ({ sentTo }: { sentTo: ReactNode }) =>
  join("If ", sentTo, " has an account, a link is on its way. It works once, for 30 minutes.");
export const includeCountryCodeForExample = "Include the country code, for example +254712345678";
export const keepMyAccount = "Keep my account";
export const lastName = "Last name";
export const low = "Low";
export const mailSent = "Mail Sent";
export const medium = "Medium";
export const minPasswordLengthCharacters = ({ minPasswordLength }: { minPasswordLength: Value }) =>
  `${minPasswordLength} characters`;
export const n1FieldNeedsAttention = "1 field needs attention.";
export const n8CharactersWithUppercaseLowercase = "8+ characters with uppercase, lowercase, number & special character";
export const nameIsSignedOut = ({ name }: { name: Value }) =>
  `${name} is signed out.`;
export const newEMail = "New E-mail";
export const newEMailAddress = "New e-mail address";
export const newHereCreateAnAccount = ({ link }: { link: Wrap }) =>
  join("New here? ", link("Create an account"));
export const newPassword = "New Password";
export const newPassword2 = "New password";
export const noMailAfterFewMinutes = "No mail after a few minutes? Look in the spam folder, check the address, and";
export const noPreference = "No preference";
export const notCancelled = "Not Cancelled";
export const notConfirmed = "Not confirmed";
export const notDeleted = "Not Deleted";
export const notPossibleYet = "Not possible yet";
export const notSaved = "Not Saved";
export const notSent = "Not Sent";
export const notSureYet = "Not sure yet";
export const oneClickAndWeKnow = "One click, and we know that our mails reach you. Deposits and withdrawals work without it.";
export const oneMoreStep = "One more step";
export const openItAndClickLink = "Open it and click the link. It works for 7 days.";
export const password = "Password";
export const passwordChanged = "Password Changed";
export const personalInformation = "Personal Information";
export const phone = "Phone";
export const pleaseConfirmYourAddressSo = "Please confirm your address, so that we know that our mails reach you. Deposits and withdrawals work without it.";
export const pleaseReadOurTerms = "Please read our terms";
export const preferredMarket = "Preferred market";
export const profileSaved = "Profile Saved";
export const resetMyPassword = "Reset my password";
export const riskTolerance = "Risk tolerance";
export const saveDetails = "Save details";
export const saveFailed = "Save Failed";
export const saveNewPassword = "Save new password";
export const saveProfile = "Save profile";
export const saving = "Saving...";
export const secureDataStoragePasswordsAs = "Secure Data Storage: passwords as argon2id hashes, documents encrypted";
export const selectCountry = "Select country";
export const selectCountryFirst = "Select country first";
export const sendLink = "Send link";
export const sendMeNewsAboutWazi = "Send me news about Wazi by email";
export const sendTheLinkAgain = "Send the link again";
export const sending = "Sending...";
export const sessionEnded = "Session Ended";
export const setUpASecondStep = "Set Up a Second Step";
export const setUpAuthenticatorAppOr = "Set up an authenticator app or a passkey. The back office opens right after.";
export const signIn = "Sign in";
export const signIn2 = "Sign In";
export const signInAndAskFor = ({ link }: { link: Wrap }) =>
  join("Sign in and ask for another link on your ", link("profile page"), ".");
export const signInAndStartChange = ({ link }: { link: Wrap }) =>
  join("Sign in and start the change again on your ", link("profile page"), ".");
export const signInFailed = "Sign In Failed";
export const signInWithFromNow = ({ email }: { email: ReactNode }) =>
  join("Sign in with ", email, " from now on. We have told both addresses.");
export const signOut = "Sign Out";
export const signOutFailed = "Sign Out Failed";
export const signUp = "Sign Up";
export const signedInCreatedat = ({ createdAt }: { createdAt: Value }) =>
  `Signed in ${createdAt}`;
export const signingIn = "Signing In...";
export const signingOut = "Signing Out...";
export const signupFailed = "Signup Failed";
export const sslEncryptionBetweenYourBrowser = "SSL Encryption between your browser and our server";
export const sslEncryptionTlsWhenDeployed = "SSL Encryption: TLS when deployed";
export const stillNeededMissing = ({ missing }: { missing: Value }) =>
  `Still needed: ${missing}`;
export const strong = "Strong";
export const takingYouToYourAccount = "Taking you to your account.";
export const thankYouYouDoNot = "Thank you. You do not need to do anything else.";
export const theNewPasswordEndsAll = "The new password ends all your sessions.";
export const theServerDidNotRespond = "The server did not respond. Please try again.";
export const theServiceCouldNotReached = "The service could not be reached. No mail was sent. Please try again.";
export const theServiceCouldNotReachedNothing = "The service could not be reached. Nothing was changed. Please try again.";
export const theServiceCouldNotReachedYour = "The service could not be reached. Your password was not changed. Please try again.";
export const theStateOfYourAccount = "the state of your account";
export const theTermsAndPrivacyNotice = ({ link, link2 }: { link: Wrap; link2: Wrap }) =>
  join("The ", link("terms"), " and the ", link2("privacy notice"), " are new since you last accepted them. Everything keeps working while you read.");
export const theseDevicesSignedInTo = "These devices are signed in to your account. If you do not recognise one, end its session and change your password.";
export const thisOne = "This one";
export const thisPageNeedsCompleteLink = "This page needs the complete link from our mail. Open the mail and click the link again.";
export const toEndItResetYour = "To end it, reset your password by e-mail.";
export const tryAgain = "try again";
export const useAPasskey = "Use a passkey";
export const useThisAddress = "Use this address";
export const useThisEMailAddress = "Use this e-mail address";
export const waitingForYourDevice = "Waiting for your device...";
export const waitingForYourNewAddress = "Waiting for your new address";
export const weSentLinkThereChange = "We sent a link there. The change also tells your current address.";
export const weSentLinkToYour = ({ newEmail }: { newEmail: ReactNode }) =>
  join("We sent a link to ", newEmail, ". Your address changes when you click it.");
export const welcomeBack = "Welcome Back!";
export const welcomeBackSignInTo = "Welcome back. Sign in to see your account.";
export const welcomeToWaziFirstnameTaking = ({ firstName }: { firstName: Value }) =>
  `Welcome to Wazi, ${firstName}. Taking you to your dashboard.`;
export const whatHappensToYourData = "What happens to your data";
export const whenYouDeleteYourAccount = "When you delete your account:";
export const withdrawalsWaitNoMoneyLeaves = "Withdrawals wait. No money leaves your account.";
export const youCanAlsoResetYour = ({ link }: { link: Wrap }) =>
  join("You can also ", link("reset your password"), ": that ends all sessions and makes withdrawals wait too.");
export const youCanTakeThisBack = "You can take this back at any time. Wazi does not send news at present.";
export const youHadNoOtherOpen = "You had no other open sessions.";
export const youSignedInAsEmail = ({ email }: { email: Value }) =>
  `You are signed in as ${email}.`;
export const yourAccountChangesToThis = "Your account changes to this address. Sign in with it from then on. Withdrawals wait 24 hours after the change.";
export const yourAccountIsFrozen = "Your account is frozen";
export const yourBotsAndYourMoney = "Your bots and your money stay as they are.";
export const yourDetails = "your details";
export const yourDetailsUpToDate = "Your details are up to date.";
export const yourEMailAddress = "your e-mail address";
export const yourEMailAddressChanged = "Your e-mail address was changed";
export const yourEMailAddressConfirmed = "Your e-mail address is confirmed";
export const yourIdentityVerifiedContactSupport = "Your identity is verified. Contact support to change your country or date of birth.";
export const yourPassword = "Your password";
export const yourPasswordWasChanged = "Your password was changed";
export const yourPersonalDataErasedAnd = "Your personal data is erased, and you cannot undo it. Your account must hold no money first.";
export const yourPersonalDataWasErased = "Your personal data was erased.";
export const yourPreferencesOptional = "Your preferences (optional)";
export const yourSecondStep = "Your second step";
export const yourSessions = "your sessions";
