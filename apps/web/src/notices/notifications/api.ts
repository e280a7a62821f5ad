import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useLastingMutation } from "../../lib/call-mutation.ts";
import {
  listNotifications,
  muteNotifications,
  readNotifications,
  type BodyOf,
  type Notifications,
} from "@wazi/contracts";
import { call, queryOf } from "../../lib/api-client.ts";
import { getRefetchMs } from "../../lib/query-client.ts";

export function useNotifications(): UseQueryResult<Notifications> {
  return useQuery({ ...queryOf(listNotifications), refetchInterval: getRefetchMs });
}

/** Marks everything up to a time (ISO 8601) as read. */
export function useReadNotifications() {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: (until: string) => call(readNotifications, { body: { until } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [listNotifications.path] }),
  });
}

export function useMuteNotifications() {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: (body: BodyOf<typeof muteNotifications>) => call(muteNotifications, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [listNotifications.path] }),
  });
}
