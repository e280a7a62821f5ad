import { useQueryClient } from "@tanstack/react-query";
import { getVerification, type CurrentUser } from "@wazi/contracts";
import { useEffect } from "react";
import { call } from "../../../lib/api-client.ts";
import { toast } from "../../../ui/toast-store.ts";
import { rememberStatus } from "./remembered-status.ts";
import { REJECTED_DEFAULT } from "./verification-state.ts";
import * as texts from "../../../messages/verification.ts";

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
