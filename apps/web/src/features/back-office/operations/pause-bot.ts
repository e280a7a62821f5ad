import { getOperations, listBots, pauseBot, resumeBot } from "@wazi/contracts";
import { useAdminCall } from "../use-admin-call.ts";

const changes = [getOperations, listBots];

export function usePauseBot() {
  return useAdminCall(pauseBot, changes);
}

export function useResumeBot() {
  return useAdminCall(resumeBot, changes);
}
