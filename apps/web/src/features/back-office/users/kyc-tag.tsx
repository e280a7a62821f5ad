import { Tag } from "../../../ui/tag.tsx";
import { kycStateLooks, kycStateWords, type KycState } from "./kyc-words.ts";

/** Where somebody's identity check stands; with `named` in a place that does not say what it is of. */
export function KycTag({ state, named = false }: { state: KycState; named?: boolean }) {
  return (
    <Tag look={kycStateLooks[state]}>{named ? `KYC ${kycStateWords[state].toLowerCase()}` : kycStateWords[state]}</Tag>
  );
}
