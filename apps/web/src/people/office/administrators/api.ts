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
import { call } from "../../../lib/api-client.ts";
import { getRefetchMs } from "../../../lib/query-client.ts";
import { useAdminMutation } from "../../../office/access/admin-mutation.ts";

/** All administrators, oldest first. */
export function useAdministrators(): UseQueryResult<Administrator[]> {
  return useQuery({
    queryKey: [listAdministrators.path],
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
    refetchInterval: getRefetchMs,
    staleTime: 0,
  });
}

/** A new administrator leaves the list of users. */
export function useAppointAdministrator() {
  return useAdminMutation(appointAdministrator, [listAdministrators, listUsers]);
}

export function useChangeAdministratorRole() {
  return useAdminMutation(changeAdministratorRole, [listAdministrators]);
}

export function useRevokeAdministrator() {
  return useAdminMutation(revokeAdministrator, [listAdministrators, listUsers]);
}

export function useResetAdministratorPassword() {
  return useAdminMutation(resetAdministratorPassword, [listAdministrators]);
}
