import type { LocalAmount as Local } from "@wazi/contracts";
import { describeLocal } from "../lib/format-local.ts";

/** The amount in the investor's currency, with the rate, its source and its time. Nothing without a rate. */
export function LocalAmount({ local }: { local: Local | undefined }) {
  return local === undefined ? null : <span className="block text-14 text-muted">{describeLocal(local)}</span>;
}
