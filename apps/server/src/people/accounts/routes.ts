import {
  acceptTerms as acceptTermsCall,
  cancelEmailChange as cancelEmailChangeCall,
  changeAccountDetails as changeDetailsCall,
  changeEmail as changeEmailCall,
  changePassword as changePasswordCall,
  changeProfile as changeProfileCall,
  confirmEmailChange as confirmEmailChangeCall,
  deleteOwnAccount as deleteOwnAccountCall,
  endOtherSessions as endOtherSessionsCall,
  endOwnSession as endOwnSessionCall,
  forgotPassword as forgotPasswordCall,
  endOwnFreeze as endOwnFreezeCall,
  freezeAccount as freezeAccountCall,
  freezeOwnAccount as freezeOwnAccountCall,
  getAccountDetails,
  getCurrentUser,
  getDeletion,
  getFreeze,
  listOwnSessions as listOwnSessionsCall,
  resetPassword as resetPasswordCall,
  sendVerification as sendVerificationCall,
  signIn as signInCall,
  signInWithPasskey as signInWithPasskeyCall,
  signOut as signOutCall,
  signUp as signUpCall,
  startPasskeySignIn as startPasskeySignInCall,
  undoEmailChange as undoEmailChangeCall,
  verifyEmail as verifyEmailCall,
  type CurrentUser,
} from "@wazi/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { investorRead, type FirstRead } from "../../ledger/api.ts";
import { ownSessionsRead, toListedSession } from "../sessions/store.ts";
import { registerCall, type CallInput } from "../../platform/http/register-call.ts";
import { registerRead } from "../../platform/http/register-read.ts";
import { acceptTerms, changeDetails, readAccountDetails } from "./account-details.ts";
import { toCurrentUser, type AccountDeps } from "./current-user.ts";
import { cancelEmailChange, changeEmail, confirmEmailChange, undoEmailChange } from "./change-email.ts";
import { changePassword } from "./change-password.ts";
import { changeProfile } from "./change-profile.ts";
import type { Browser, SignedIn } from "./open-session.ts";
import { deleteOwnAccount, listOwnDeletionObstacles } from "./delete-own-account.ts";
import { countForgotPassword, sendForgottenPassword } from "./forgot-password.ts";
import { endOwnFreeze, freezeAccount, freezeOwnAccount, readOwnFreeze } from "./freeze-account.ts";
import { endOtherSessions, endOwnSession } from "./own-sessions.ts";
import { signIn } from "./sign-in.ts";
import { signInWithPasskey, startPasskeySignIn } from "./sign-in-with-passkey.ts";
import { signOut } from "./sign-out.ts";
import { resetPassword } from "./reset-password.ts";
import { signUp } from "./sign-up.ts";
import { sendVerification, verifyEmail } from "./verify-email.ts";

type Tokens = Omit<SignedIn, "user">;

export function addAccountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { cookies, findSite } = app.calls;
  const browserOf = (request: FastifyRequest): Browser => ({
    origin: { ip: request.ip, userAgent: request.headers["user-agent"] ?? "" },
    oldSessionToken: cookies.readSession(request),
    deviceToken: cookies.readDevice(request),
  });
  const writeTokens = (request: FastifyRequest, reply: FastifyReply, tokens: Tokens): void => {
    cookies.writeSession(request, reply, tokens.sessionToken);
    cookies.writeDevice(request, reply, tokens.deviceToken);
  };

  registerCall(app, signUpCall, async ({ body, request, reply }): Promise<CurrentUser> => {
    const { user, ...tokens } = await signUp(deps, { form: body, ...browserOf(request) });
    writeTokens(request, reply, tokens);
    return user;
  });

  registerCall(app, signInCall, async ({ body, request, reply }): Promise<CurrentUser> => {
    const { email, password, totp } = body;
    const { user, ...tokens } = await signIn(deps, { email, password, totp, browser: browserOf(request) });
    writeTokens(request, reply, tokens);
    return user;
  });
  registerCall(app, startPasskeySignInCall, ({ request }) =>
    startPasskeySignIn(deps, findSite(request), browserOf(request)),
  );
  registerCall(app, signInWithPasskeyCall, async ({ body, request, reply }): Promise<CurrentUser> => {
    const input = { browser: browserOf(request), response: body.response };
    const { user, ...tokens } = await signInWithPasskey(deps, findSite(request), input);
    writeTokens(request, reply, tokens);
    return user;
  });

  const endSession = async ({ request, reply }: CallInput<typeof signOutCall>): Promise<undefined> => {
    await signOut(deps, { sessionToken: cookies.readSession(request), address: request.ip });
    cookies.clearSession(request, reply);
  };
  registerCall(app, signOutCall, endSession);
  registerCall(app, signOutCall, endSession, { path: "/api/signout" });

  const answerUser = (first: FirstRead, { user }: CallInput<typeof getCurrentUser>): Promise<CurrentUser> =>
    toCurrentUser(deps, user, first);
  // Only this call clears the cookies of an ended session: a slower call could clear the cookies of a new sign-in.
  const options = { onExpiredSession: cookies.clearSession };
  registerRead(app, getCurrentUser, investorRead, answerUser, options);
  registerRead(app, getCurrentUser, investorRead, answerUser, { ...options, path: "/api/user" });
  addProfileRoutes(app, deps);
  addRecoveryRoutes(app, deps);
  addOwnAccountRoutes(app, deps);
}

/** Calls that need no session: with a link from a mail, or to get one. */
function addRecoveryRoutes(app: FastifyInstance, deps: AccountDeps): void {
  registerCall(app, forgotPasswordCall, async ({ body, request }): Promise<undefined> => {
    const asked = { email: body.email, address: request.ip };
    await countForgotPassword(deps, asked);
    void sendForgottenPassword(deps, asked).catch((error: unknown) =>
      request.log.error({ err: error }, "a link to reset a password was not sent"),
    );
  });
  registerCall(app, resetPasswordCall, async ({ body, request }): Promise<undefined> => {
    const { token, newPassword } = body;
    await resetPassword(deps, { token, newPassword, address: request.ip });
  });
  registerCall(app, verifyEmailCall, async ({ body, request }): Promise<undefined> => {
    await verifyEmail(deps, { token: body.token, address: request.ip });
  });
  registerCall(app, confirmEmailChangeCall, ({ body, request }) =>
    confirmEmailChange(deps, { token: body.token, address: request.ip }),
  );
  registerCall(app, undoEmailChangeCall, async ({ body, request }): Promise<undefined> => {
    await undoEmailChange(deps, { token: body.token, address: request.ip });
  });
  registerCall(app, freezeAccountCall, async ({ body, request }): Promise<undefined> => {
    await freezeAccount(deps, { token: body.token, address: request.ip });
  });
}

function addOwnAccountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { cookies } = app.calls;
  registerCall(app, getAccountDetails, ({ user }) => readAccountDetails(deps, user.id));
  registerCall(app, changeDetailsCall, ({ user, body, request }) =>
    changeDetails(deps, { user, changes: body, address: request.ip }),
  );
  registerCall(app, acceptTermsCall, async ({ user, body }): Promise<undefined> => {
    await acceptTerms(deps, { userId: user.id, version: body.version });
  });
  registerCall(app, sendVerificationCall, async ({ user }): Promise<undefined> => {
    await sendVerification(deps, user);
  });
  registerCall(app, changeEmailCall, async ({ user, body, request }): Promise<undefined> => {
    const asked = { user, address: request.ip, deviceToken: cookies.readDevice(request) };
    await changeEmail(deps, { ...asked, newEmail: body.newEmail, currentPassword: body.currentPassword });
  });
  registerCall(app, cancelEmailChangeCall, async ({ user, request }): Promise<undefined> => {
    await cancelEmailChange(deps, { userId: user.id, address: request.ip });
  });
  registerCall(app, getFreeze, ({ user }) => readOwnFreeze(deps, user));
  registerCall(app, freezeOwnAccountCall, async ({ user, request, reply }): Promise<undefined> => {
    await freezeOwnAccount(deps, { userId: user.id, address: request.ip });
    cookies.clearSession(request, reply);
  });
  registerCall(app, endOwnFreezeCall, async ({ user, request }): Promise<undefined> => {
    await endOwnFreeze(deps, { user, address: request.ip });
  });
  registerCall(app, getDeletion, async ({ user }) => ({ obstacles: await listOwnDeletionObstacles(deps, user) }));
  registerCall(app, deleteOwnAccountCall, async ({ user, body, request, reply }): Promise<undefined> => {
    const asked = { user, address: request.ip, deviceToken: cookies.readDevice(request) };
    await deleteOwnAccount(deps, { ...asked, currentPassword: body.currentPassword });
    cookies.clearSession(request, reply);
  });
}

function addProfileRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { cookies } = app.calls;

  registerCall(app, changeProfileCall, ({ user, body, request }) =>
    changeProfile(deps, { user, profile: body, address: request.ip }),
  );

  registerCall(app, changePasswordCall, async ({ user, body, request, reply }) => {
    const { sessionToken, endedSessions } = await changePassword(deps, {
      user,
      currentPassword: body.currentPassword,
      newPassword: body.newPassword,
      origin: { ip: request.ip, userAgent: request.headers["user-agent"] ?? "" },
      deviceToken: cookies.readDevice(request),
    });
    cookies.writeSession(request, reply, sessionToken);
    return { endedSessions };
  });

  registerRead(app, listOwnSessionsCall, ownSessionsRead, (rows) =>
    rows.map((row) => ({ ...toListedSession(row), isCurrent: row.isCurrent })),
  );

  registerCall(app, endOwnSessionCall, async ({ user, params, request, reply }): Promise<undefined> => {
    const asked = { userId: user.id, sessionToken: cookies.readSession(request), address: request.ip };
    const { wasCurrent } = await endOwnSession(deps, { ...asked, sessionId: params.id });
    if (wasCurrent) cookies.clearSession(request, reply);
  });

  registerCall(app, endOtherSessionsCall, async ({ user, request }) => {
    const asked = { userId: user.id, sessionToken: cookies.readSession(request), address: request.ip };
    return { endedSessions: await endOtherSessions(deps, asked) };
  });
}
