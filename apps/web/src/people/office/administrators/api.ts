import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  changeAdministratorRole,
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

/** A new administrator leaves the list of users. */
export function useAppointAdministrator() {
  return useCallMutation(appointAdministrator, [listAdministrators, listUsers]);
}

export function useChangeAdministratorRole() {
  return useCallMutation(changeAdministratorRole, [listAdministrators]);
}

export function useRevokeAdministrator() {
  return useCallMutation(revokeAdministrator, [listAdministrators, listUsers]);
}

export function useResetAdministratorPassword() {
  return useCallMutation(resetAdministratorPassword, [listAdministrators]);
}
