import type { WaitingAdjustment } from "@wazi/contracts";

/** True for the answer that says that another administrator must approve. */
export function isWaitingAdjustment(answer: object): answer is WaitingAdjustment {
  return "pendingAdjustment" in answer;
}
