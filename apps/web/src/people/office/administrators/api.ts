import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  changeAdministratorRole,
  confirmAppointment,
  declineAppointment,
  listAppointments,
  listAdministrators,
  listUsers,
  appointAdministrator,
  resetAdministratorPassword,
  revokeAdministrator,
  type Administrator,
} from "@wazi/contracts";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { queryOf } from "../../../lib/api-client.ts";
import { getRefetchMs } from "../../../lib/query-client.ts";

/** All administrators, oldest first. */
export function useAdministrators(): UseQueryResult<Administrator[]> {
  return useQuery({ ...queryOf(listAdministrators), refetchInterval: getRefetchMs, staleTime: 0 });
}

export function useConfirmAppointment() {
  return useCallMutation(confirmAppointment, [listAppointments, listAdministrators, listUsers]);
}

export function useDeclineAppointment() {
  return useCallMutation(declineAppointment, [listAppointments]);
}

/** A new administrator leaves the list of users. */
export function useAppointAdministrator() {
  return useCallMutation(appointAdministrator, [listAdministrators, listAppointments, listUsers]);
}

export function useChangeAdministratorRole() {
  return useCallMutation(changeAdministratorRole, [listAdministrators, listAppointments]);
}

export function useRevokeAdministrator() {
  return useCallMutation(revokeAdministrator, [listAdministrators, listAppointments, listUsers]);
}

export function useResetAdministratorPassword() {
  return useCallMutation(resetAdministratorPassword, [listAdministrators]);
}
