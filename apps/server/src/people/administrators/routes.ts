import {
  changeAdministratorRole as roleCall,
  confirmAppointment as confirmCall,
  declineAppointment as declineCall,
  listAppointments as listAppointmentsCall,
  listAdministrators as listCall,
  appointAdministrator as appointCall,
  resetAdministratorPassword as resetPasswordCall,
  revokeAdministrator as revokeCall,
} from "@wazi/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Answer } from "../../platform/http/answer.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import type { AdministratorDeps, RightsRequest } from "./rights-request.ts";
import { changeAdministratorRole } from "./change-administrator-role.ts";
import { appointAdministrator } from "./appoint-administrator.ts";
import { decideAppointment, readAppointments } from "./decide-appointment.ts";
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
  registerCall(app, listCall, async ({ user }) =>
    (await listAdministratorRows(deps.sql, user.id)).map(toAdministrator),
  );
  registerCall(app, appointCall, async (input) => {
    const { email, role } = input.body;
    const { status, body } = await appointAdministrator(deps, { asking: askingOf(input), email, role });
    return new Answer(status, body);
  });
  registerCall(app, roleCall, async (input) => {
    const asked = { asking: askingOf(input), administratorId: input.params.id, role: input.body.role };
    const { status, body } = await changeAdministratorRole(deps, asked);
    return new Answer(status, body);
  });
  registerCall(app, listAppointmentsCall, () => readAppointments(deps));
  registerCall(app, confirmCall, async (input): Promise<undefined> => {
    await decideAppointment(deps, { asking: askingOf(input), id: input.params.id, decision: "confirm" });
  });
  registerCall(app, declineCall, async (input): Promise<undefined> => {
    await decideAppointment(deps, { asking: askingOf(input), id: input.params.id, decision: "decline" });
  });
  registerCall(app, revokeCall, async (input): Promise<undefined> => {
    await revokeAdministrator(deps, { asking: askingOf(input), administratorId: input.params.id });
  });
  registerCall(app, resetPasswordCall, async (input): Promise<undefined> => {
    await resetAdministratorPassword(deps, { asking: askingOf(input), administratorId: input.params.id });
  });
}
