import { useQueryClient } from "@tanstack/react-query";
import { type CurrentUser, getVerification } from "@wazi/contracts";
import { useEffect } from "react";
import { call } from "../../../lib/api-client.ts";
import { toast } from "../../../ui/toast-store.ts";
import { REJECTED_DEFAULT } from "./verification-state.ts";
import * as texts from "../../../messages/verification.ts";

/** The cookie page lists this key. */
const STORAGE_KEY = "wazi-verification";
let held: string | null = null;

function read(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return held;
  }
}

/** Remembers the status of the identity check in this browser and returns true if it has changed to a decision. */
function rememberStatus({ id, kycStatus }: Pick<CurrentUser, "id" | "kycStatus">): boolean {
  const noted = `${id} ${kycStatus}`;
  const before = read();
  if (before === noted) return false;
  held = noted;
  try {
    localStorage.setItem(STORAGE_KEY, noted);
  } catch {
    // Storage is not available: the status is kept until the page is closed.
  }
  return kycStatus !== "pending";
}

/** Shows a toast once, on any page, when a reviewer has decided on the documents. */
export default function VerificationNotifier({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient();
  const { id, kycStatus } = user;

  useEffect(() => {
    if (!rememberStatus({ id, kycStatus })) return;
    const queryKey = [getVerification.path];
    const latest = queryClient.fetchQuery({ queryKey, queryFn: () => call(getVerification, {}), staleTime: 0 });
    const tell = (reason: string | null | undefined) =>
      kycStatus === "approved"
        ? toast.good(texts.verificationApproved, texts.approvedToast)
        : toast.bad(texts.verificationRejected, reason || REJECTED_DEFAULT);
    latest.then(
      (verification) => tell(verification?.rejectionReason),
      () => tell(null),
    );
  }, [id, kycStatus, queryClient]);

  return null;
}
