import LiveUpdates from "../features/live-updates/live-updates.tsx";
import "./step-up.ts";

/** What the pages behind sign-in need once they are shown: live updates, and the question who the user is. */
export default function Background() {
  return <LiveUpdates />;
}
