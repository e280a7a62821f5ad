import { useQuery } from "@tanstack/react-query";
import { getOwnLocalRate, type LocalAmount } from "@wazi/contracts";
import { queryOf } from "./api-client.ts";
import { toLocalAmount } from "./format-local.ts";

const REFRESH_MS = 60_000;

/**
 * An amount in the local currency of the user's country, at the latest rate; undefined without one.
 * @param dollars null while there is no amount
 */
export function useLocalAmount(dollars: string | null): LocalAmount | undefined {
  const { data } = useQuery({ ...queryOf(getOwnLocalRate), refetchInterval: REFRESH_MS, enabled: dollars !== null });
  const rate = data?.rate;
  return rate && dollars !== null ? { ...rate, amount: toLocalAmount(dollars, rate.rate) } : undefined;
}
