// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const aLinkSentToEmail = ({ email }: { email: Value }) =>
  `A link was sent to ${email}.`;
export const actions = "Actions";
export const activity = "Activity";
export const administrator = "Administrator";
export const administrators = "Administrators";
export const administratorsAdmin = "Administrators · Admin";
export const appointAdministrator = "Appoint administrator";
export const auditLogOfEach = ({ span, each }: { span: Wrap; each: Value }) =>
  join("Audit log", span(join(" of ", each)));
export const changeRole = "Change role";
export const changeTheRoleOfName = ({ name }: { name: Value }) =>
  `Change the role of ${name}`;
export const changesFromRoleToRole2 = ({ email, role, role2 }: { email: ReactNode; role: Value; role2: Value }) =>
  join(email, " changes from ", role, " to ", role2, ", starting with their next request. They stay signed in.");
export const chooseADifferentRole = "Choose a different role";
export const current = "(current)";
export const email = "Email";
export const endsAllSessionsAndSends = ({ email }: { email: ReactNode }) =>
  join("Ends all sessions of ", email, " and sends a link to that address. It works once, for 24 hours. You do not see the new password. A second factor stays.");
export const error = "Error";
export const failedToAppointAdministrator = "Failed to appoint administrator";
export const failedToChangeTheRole = "Failed to change the role";
export const failedToRevokeAccess = "Failed to revoke access";
export const failedToSendTheLink = "Failed to send the link";
export const fromTheUsers = "from the users";
export const keepsTheRoleRole = ({ email, role }: { email: ReactNode; role: Value }) =>
  join(email, " keeps the role ", role, ".");
export const lastSignIn = "Last sign-in";
export const madeIsNowAnAdministrator = ({ made }: { made: Value }) =>
  `${made} is now an administrator.`;
export const nameNoLongerAdministrator = ({ name }: { name: Value }) =>
  `${name} is no longer an administrator.`;
export const nameNowHasRoleRole = ({ name, role }: { name: Value; role: Value }) =>
  `${name} now has the role ${role}.`;
export const never = "Never";
export const ofOftext = ({ ofText }: { ofText: Value }) =>
  `of ${ofText}`;
export const peopleWithAccessToBack = "People with access to the back office. The audit log records what they do.";
export const removesBackOfficeAccessRole = ({ role, email }: { role: Value; email: ReactNode }) =>
  join("Removes back office access (", role, ") from ", email, ", starting with their next request. They stay signed in as an investor and appear in the list of users again. The audit log keeps their actions under their name.");
export const requiredToChangeWhoHas = "Required to change who has access";
export const resetPassword = "Reset password";
export const revokeAccess = "Revoke access";
export const revokeAccessOfName = ({ name }: { name: Value }) =>
  `Revoke access of ${name}?`;
export const role = "Role";
export const roles = "Roles";
export const saving = "Saving...";
export const sendLink = "Send link";
export const sendNameLinkToReset = ({ name }: { name: Value }) =>
  `Send ${name} a link to reset the password?`;
export const sending = "Sending...";
export const signedUp = "Signed up";
export const theAdministrators = "the administrators";
export const theyNeedAccountWithNo = "They need an account with no balance, no bots and no pending requests. They are signed out everywhere and then sign in to the back office. They no longer appear in the list of users.";
export const thisLastAdministratorWithFull = "This is the last administrator with full access.";
export const you = "You";
export const youCannotChangeYourOwn = "You cannot change your own role.";
export const yourPassword = "Your password";
