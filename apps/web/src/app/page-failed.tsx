import * as texts from "../messages/shell.ts";

/** Shown in place of a page whose code could not be loaded. */
export function PageFailed() {
  return <p role="alert">{texts.pageFailed}</p>;
}
