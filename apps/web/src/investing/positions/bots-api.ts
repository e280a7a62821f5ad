import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  activateBot,
  deactivateBot,
  getCurrentUser,
  listBots,
  listUserBots,
  listUserTrades,
  setBotLevels,
  topUpBot,
  type Bot,
} from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { useCallMutation } from "../../lib/call-mutation.ts";

// Apart from api.ts, which the dashboard loads: the dashboard needs none of these.

/** All bots in catalogue order. A package unlocks the first bots of this list. */
export function useBots(): UseQueryResult<Bot[]> {
  return useQuery({ queryKey: [listBots.path], queryFn: ({ signal }) => call(listBots, { signal }) });
}

export function useActivateBot() {
  return useCallMutation(activateBot, [listUserBots, getCurrentUser]);
}

export function useTopUpBot() {
  return useCallMutation(topUpBot, [listUserBots, getCurrentUser]);
}

export function useSetBotLevels() {
  return useCallMutation(setBotLevels, [listUserBots]);
}

export function useDeactivateBot() {
  return useCallMutation(deactivateBot, [listUserBots, listUserTrades, getCurrentUser]);
}
