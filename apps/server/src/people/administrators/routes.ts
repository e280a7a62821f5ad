import {
  changeAdministratorRole as roleCall,
  listAdministrators as listCall,
  appointAdministrator as appointCall,
  resetAdministratorPassword as resetPasswordCall,
  revokeAdministrator as revokeCall,
} from "@wazi/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { registerCall } from "../../platform/http/register-call.ts";
import type { AdministratorDeps, RightsRequest } from "./rights-request.ts";
import { changeAdministratorRole } from "./change-administrator-role.ts";
import { appointAdministrator } from "./appoint-administrator.ts";
import { toAdministrator, listAdministratorRows } from "./store.ts";
import { resetAdministratorPassword } from "./reset-administrator-password.ts";
import { revokeAdministrator } from "./revoke-administrator.ts";

interface Asked {
  user: RightsRequest["admin"];
  request: FastifyRequest;
  body: { password: string };
}

export function addAdministratorRoutes(app: FastifyInstance, deps: AdministratorDeps): void {
  const askingOf = ({ user, request, body }: Asked): RightsRequest => ({
    admin: { id: user.id, email: user.email },
    password: body.password,
    address: request.ip,
    deviceToken: app.calls.cookies.readDevice(request),
  });
  registerCall(app, listCall, async () => (await listAdministratorRows(deps.sql)).map(toAdministrator));
  registerCall(app, appointCall, (input) => {
    const { email, role } = input.body;
    return appointAdministrator(deps, { asking: askingOf(input), email, role });
  });
  registerCall(app, roleCall, (input) =>
    changeAdministratorRole(deps, {
      asking: askingOf(input),
      administratorId: input.params.id,
      role: input.body.role,
    }),
  );
  registerCall(app, revokeCall, async (input): Promise<undefined> => {
    await revokeAdministrator(deps, { asking: askingOf(input), administratorId: input.params.id });
  });
  registerCall(app, resetPasswordCall, async (input): Promise<undefined> => {
    await resetAdministratorPassword(deps, { asking: askingOf(input), administratorId: input.params.id });
  });
}
