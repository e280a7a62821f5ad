// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Wrap, join } from "../lib/message-parts.ts";

export const aSessionEndsAfter12 = "A session ends after 12 hours without use, after 7 days at the latest, and immediately when you sign out.";
export const aStrictPolicyTellsBrowser = "A strict policy tells the browser to run only code from this site.";
export const aWithdrawalThatAdministratorRemoves = "A withdrawal that an administrator removes from the list stays visible to the other administrators, with who removed it.";
export const afterChangeYourPasswordSecond = "After a change of your password, second factor or email, withdrawals wait for 24 hours before they are paid out. You see the reason and the end.";
export const afterTenWrongPasswordsIn = "After ten wrong passwords in 15 minutes, an account is locked for unknown browsers for a while. You can still sign in with a browser you have used before.";
export const anAuditByOutsideFirm = "An audit by an outside firm. None has audited this platform.";
export const dataThatCameraAddsTo = "Data that a camera adds to a picture, such as the place where it was taken, is removed before the picture is stored.";
export const depositAddressesCreatedFromPublic = "Deposit addresses are created from public keys only. No private key that could spend your deposits is on this server.";
export const everyBalanceComparedWithIts = "Every balance is compared with its entries, to the cent. The status page shows when this was last done, and the result.";
export const everyMovementEntryInDouble = "Every movement is an entry in a double-entry ledger. The application itself is not allowed to change or delete an entry.";
export const howWeProtectYourMoney = "How we protect your money and your data. Each statement is checked by an automated test. What is missing is listed at the end.";
export const ifAnotherWebsiteSendsRequest = "If another website sends a request in your name to change something, it is refused.";
export const imagesIdentityDocumentsEncryptedWith = "Images of identity documents are encrypted with AES-256-GCM before they are stored, each one separately.";
export const insuranceForMoneyHeldHere = "Insurance for the money held here. There is none.";
export const noAdministratorCanGrantMore = "No administrator can grant more than a limited amount alone. Above it, another one must approve exactly that change.";
export const passwordsStoredAsArgon2idHashes = "Passwords are stored as argon2id hashes. Nobody here can read yours.";
export const planned = "Planned";
export const scriptsCannotReadCookieThat = "Scripts cannot read the cookie that proves your session, and the server stores only a fingerprint of it.";
export const security = "Security";
export const seeForYourself = "See for yourself";
export const theLogsThisPlatformContain = "The logs of this platform contain no passwords, no cookies and nothing that you typed.";
export const theSameBalanceCannotSpent = "The same balance cannot be spent twice, no matter how many requests arrive at once.";
export const theStatusPageShowsWhat = "The status page shows what the platform holds, what it owes to investors, and what administrators adjusted this month.";
export const theStatusPageShowsWhatPlatform = ({ link, link2 }: { link: Wrap; link2: Wrap }) =>
  join("The ", link("status page"), " shows what the platform measures about itself. The ", link2("cookie page"), " lists every cookie it sets.");
export const thesePagesLoadNothingFrom = "These pages load nothing from other sites: no trackers, no advertising, no third-party fonts or scripts.";
export const thisInstallationUsesPlainHttp = "This installation uses plain HTTP. Use it only on your own machine or on a network you trust.";
export const thisPageSentOverTls = "This page was sent over TLS, and your browser is told to use only TLS with this site.";
export const tlsWhenDeployedWithTls = ({ part }: { part: ReactNode }) =>
  join("TLS when deployed. ", part, " With TLS, browsers are told to use nothing else (HSTS), and the session cookie is sent over TLS only.");
export const whatIsMissing = "What is missing";
export const whenYourAccountDeletedYour = "When your account is deleted, your personal data is erased. The ledger keeps amounts without your name.";
export const youCanAddSecondStep = "You can add a second step: an authenticator app or a passkey. Signing in and withdrawing then need it too.";
export const youCanCancelWithdrawalUntil = "You can cancel a withdrawal until it is paid. The money returns to your balance.";
export const youCanDownloadAllYour = "You can download all your data yourself, from your profile.";
export const youNeverAskedToSend = "You are never asked to send money in order to withdraw. Anyone who asks you to is committing fraud.";
export const yourBrowser = "Your browser";
export const yourConnection = "Your connection";
export const yourDocumentsAndYourData = "Your documents and your data";
export const yourDocumentsShownToYou = "Your documents are shown to you and to administrators. Each view by an administrator is recorded.";
export const yourMoney = "Your money";
export const yourPasswordAndYourSession = "Your password and your session";
