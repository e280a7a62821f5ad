import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import {
  activateUser,
  adjustAccount,
  deactivateUser,
  deleteUser,
  getOverview,
  getUser,
  listAdjustments,
  listAllVerifications,
  listUserMovements,
  listUsers,
  listUserSessions,
  previewAdjustment,
  setKycStatus,
  type AdjustmentPreview,
} from "@wazi/contracts";
import { ApiError, call } from "../../../lib/api-client.ts";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { getRefetchMs } from "../../../lib/query-client.ts";
import { useDebouncedValue } from "../../../lib/use-debounced-value.ts";
import { useRecordPage } from "../../../office/records/use-record-page.ts";
import type { AdjustmentBody } from "./account-adjustment.ts";

/** One page of users, without administrators. */
export function useUsers(query: Readonly<Record<string, string>>) {
  return useRecordPage(listUsers, { query, everyMs: getRefetchMs });
}

/** The calls that show the figures of an account. */
export const accountQueries = [listUsers, getUser, listUserMovements, listAdjustments, getOverview] as const;

export function useAdjustAccount() {
  return useCallMutation(adjustAccount, accountQueries);
}

const SETTLED_AFTER_MS = 350;

export interface LivePreview {
  query: UseQueryResult<AdjustmentPreview>;
  /** True until the preview of the current input has arrived. */
  isPending: boolean;
}

/** The effect of an adjustment, read when typing pauses; null if there is nothing to preview. */
export function useAdjustmentPreview(userId: string, body: AdjustmentBody | null): LivePreview {
  const queryClient = useQueryClient();
  const wanted = body === null ? "" : JSON.stringify(body);
  const settled = useDebouncedValue(wanted, SETTLED_AFTER_MS);
  const query = useQuery({
    queryKey: [previewAdjustment.path, userId, settled],
    queryFn: async ({ signal }) => {
      try {
        return await call(previewAdjustment, {
          params: { id: userId },
          body: JSON.parse(settled) as AdjustmentBody,
          signal,
        });
      } catch (failure) {
        // A figure has changed: read the current one.
        if (failure instanceof ApiError && failure.status === 409) {
          void queryClient.invalidateQueries({ queryKey: [getUser.path] });
        }
        throw failure;
      }
    },
    enabled: settled !== "" && settled === wanted,
    staleTime: 0,
    gcTime: 0,
  });
  return { query, isPending: wanted !== "" && (wanted !== settled || query.isFetching) };
}

export function useActivateUser() {
  return useCallMutation(activateUser, [listUsers, getUser]);
}

export function useDeactivateUser() {
  return useCallMutation(deactivateUser, [...accountQueries, listUserSessions]);
}

export function useDeleteUser() {
  return useCallMutation(deleteUser, [listUsers, getOverview]);
}

export function useSetKycStatus() {
  return useCallMutation(setKycStatus, [listUsers, getUser, listAllVerifications]);
}
