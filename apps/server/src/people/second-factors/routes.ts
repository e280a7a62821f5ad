import {
  addPasskey as addPasskeyCall,
  confirmAuthenticator,
  getSecondFactors,
  removeAuthenticator as removeAuthenticatorCall,
  removePasskey as removePasskeyCall,
  removeSecondFactors,
  renamePasskey,
  replaceRecoveryCodes,
  startAuthenticator as startAuthenticatorCall,
  startPasskey,
  startPasskeyStepUp,
  stepUp as stepUpCall,
} from "@wazi/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SessionRow } from "../../platform/http/session-user.ts";
import { createAssertionOptions, createRegistrationOptions } from "./passkeys.ts";
import { toAuditActor } from "../../record/api.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { type FactorDeps, type FactorOwner, stepUp } from "./step-up.ts";
import { listFactors } from "./list-factors.ts";
import { addPasskey, removePasskey, renameOwnPasskey } from "./own-passkeys.ts";
import { removeUserFactors } from "./remove-user-factors.ts";
import { replaceOwnRecoveryCodes } from "./replace-recovery-codes.ts";
import { confirmOwnAuthenticator, removeAuthenticator, startAuthenticator } from "./set-up-authenticator.ts";

export function addSecondFactorRoutes(app: FastifyInstance, deps: FactorDeps): void {
  const { cookies, findSite } = app.calls;
  const ownerOf = ({ user, request }: { user: SessionRow; request: FastifyRequest }): FactorOwner => ({
    user,
    sessionToken: cookies.readSession(request),
    address: request.ip,
  });

  registerCall(app, getSecondFactors, ({ user, request }) => listFactors(deps, user.id, findSite(request)));
  registerCall(app, startAuthenticatorCall, (input) => startAuthenticator(deps, ownerOf(input)));
  registerCall(app, confirmAuthenticator, (input) => confirmOwnAuthenticator(deps, ownerOf(input), input.body.code));
  registerCall(app, removeAuthenticatorCall, (input) => removeAuthenticator(deps, ownerOf(input)));
  registerCall(app, replaceRecoveryCodes, (input) => replaceOwnRecoveryCodes(deps, ownerOf(input)));
  registerCall(app, startPasskey, ({ user, request }) => createRegistrationOptions(deps, findSite(request), user));
  registerCall(app, addPasskeyCall, (input) => addPasskey(deps, ownerOf(input), findSite(input.request), input.body));
  registerCall(app, renamePasskey, ({ user, params, body, request }) =>
    renameOwnPasskey(deps, user.id, findSite(request), { id: params.id, name: body.name }),
  );
  registerCall(app, removePasskeyCall, (input) => removePasskey(deps, ownerOf(input), input.params.id));
  registerCall(app, startPasskeyStepUp, ({ user, request }) =>
    createAssertionOptions(deps, findSite(request), user.id),
  );
  registerCall(app, stepUpCall, async (input) => {
    const { body, request, reply } = input;
    const owner = { ...ownerOf(input), deviceToken: cookies.readDevice(request) };
    const { sessionToken, validUntil } = await stepUp(deps, owner, findSite(request), body, request.body);
    cookies.writeSession(request, reply, sessionToken);
    return { validUntil };
  });
  registerCall(app, removeSecondFactors, async ({ user, params, body, request }): Promise<undefined> => {
    await removeUserFactors(deps, { admin: toAuditActor({ user, request }), userId: params.id, reason: body.reason });
  });
}
