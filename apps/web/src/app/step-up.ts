import { signedInPort } from "../lib/api-client.ts";

/** Lets calls that need a proof of who the user is ask for it. The dialog is loaded when it is needed. */
signedInPort.ask = async ({ code }, ...asked) => {
  if (code !== "STEP_UP_REQUIRED") return false;
  const { openStepUpDialog } = await import("../people/investor/second-factors/step-up-dialog.tsx");
  return openStepUpDialog(asked);
};
