import { useEffect, useRef } from "react";
import { mayBeSignedIn } from "./session.ts";

/** Leads visitors of a sign-in or sign-up page who are signed in already on to their account. Checked once, on arrival. */
export function useLeaveWhenSignedIn(leave: () => void, isOn = true): void {
  const leaveNow = useRef(leave);
  useEffect(() => {
    if (isOn && mayBeSignedIn()) leaveNow.current();
  }, [isOn]);
}
