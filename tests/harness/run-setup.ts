import { endChildrenWithUs } from "./end-with-us.mjs";

/** For vitest's own process, before its workers start. What the run starts ends with it. */
export default function setUpRun(): void {
  endChildrenWithUs();
}
