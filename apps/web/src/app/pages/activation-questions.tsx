import { usePublicSettings } from "../../features/market-data/api.ts";
import SuitabilityGate from "../../features/suitability/suitability-gate.tsx";

/** The questions before an activation. */
export default function ActivationQuestions() {
  const settings = usePublicSettings();
  return settings.status === "ready" ? <SuitabilityGate isRealMoney={settings.data.mode === "live"} /> : null;
}
