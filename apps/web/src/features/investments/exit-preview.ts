import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type {
  BodyInputOf,
  ExitPreview,
  previewDeactivation,
  previewInvestmentTransfer,
  previewProfitTransfer,
} from "@wazi/contracts";
import { call, type CallInput } from "../../lib/api-client.ts";

export type PreviewCall = typeof previewDeactivation | typeof previewInvestmentTransfer | typeof previewProfitTransfer;

/** Values move while a dialog is open; the figures in it are asked for again this often. */
const PREVIEW_MS = 5_000;

/**
 * What an exit would pay now, reckoned by the server with the rule that the exit itself follows. Not asked while `body`
 * is null; while the exit itself is under way (`isPaused`) the last figures stand still.
 */
export function useExitPreview<C extends PreviewCall>(
  definition: C,
  body: BodyInputOf<C> | null,
  isPaused: boolean,
): UseQueryResult<ExitPreview> {
  return useQuery({
    queryKey: [definition.path, body],
    queryFn: ({ signal }) => call(definition, { body, signal } as unknown as CallInput<C>) as Promise<ExitPreview>,
    enabled: body !== null && !isPaused,
    refetchInterval: PREVIEW_MS,
    // A figure of a while ago is no preview.
    staleTime: 0,
    gcTime: 0,
  });
}
