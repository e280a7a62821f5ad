import type { AdminVerification } from "@wazi/contracts";
import { useMemo, useState } from "react";
import { RecordList } from "../records/record-list.tsx";
import { useRecordAddress } from "../records/use-record-address.ts";
import { useAllVerifications } from "../verifications/all-verifications.ts";
import { ReviewDialog } from "../verifications/review-dialog.tsx";
import { verificationColumns } from "../verifications/verification-columns.tsx";
import { withoutOwner } from "./own-records.ts";

const rules = { filters: {}, sorts: ["-createdAt", "createdAt", "waiting"] } as const;

/** The documents that one user has submitted, and what became of them. */
export function UserVerifications({ userId, onDone }: { userId: string; onDone: () => void }) {
  const [open, setOpen] = useState<AdminVerification | null>(null);
  const address = useRecordAddress(rules);
  const query = useAllVerifications({ ...address.pageQuery, user: userId });
  const columns = useMemo(() => withoutOwner(verificationColumns(setOpen)), []);
  return (
    <>
      <RecordList
        label="Verifications"
        what="the verifications"
        empty="They have submitted no documents yet."
        query={query}
        address={address}
        columns={columns}
        caption="Every document that they have submitted."
        onOpen={setOpen}
      />
      {open === null ? null : (
        <ReviewDialog
          verification={open}
          onClose={() => {
            setOpen(null);
            onDone();
          }}
        />
      )}
    </>
  );
}
