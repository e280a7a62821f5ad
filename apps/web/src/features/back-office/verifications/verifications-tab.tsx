import { exportVerifications, kycStatuses, verificationSorts, type AdminVerification } from "@wazi/contracts";
import { useMemo, useRef, useState } from "react";
import { kycLabels } from "../person/kyc-labels.ts";
import { RecordChoice, RecordSearch } from "../records/record-filters.tsx";
import { RecordList } from "../records/record-list.tsx";
import { requestOrders } from "../records/request-columns.tsx";
import { useRecordAddress } from "../records/use-record-address.ts";
import { useVerifications } from "./api.ts";
import { ReviewDialog } from "./review-dialog.tsx";
import { verificationColumns } from "./verification-columns.tsx";

const rules = { filters: { search: "text", status: kycStatuses }, sorts: verificationSorts } as const;
const orders = requestOrders.filter(({ value }) => (verificationSorts as readonly string[]).includes(value));

const getChangeKey = ({ status }: AdminVerification): string => status;

export function VerificationsTab() {
  const search = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<AdminVerification | null>(null);
  const address = useRecordAddress(rules);
  const query = useVerifications(address.pageQuery);
  const columns = useMemo(() => verificationColumns(setOpen), []);
  return (
    <>
      <RecordList
        label="Verifications"
        what="the verifications"
        empty="No verifications yet. New verifications appear here automatically."
        query={query}
        address={address}
        columns={columns}
        orders={orders}
        csvPath={exportVerifications.path}
        getChangeKey={getChangeKey}
        search={search}
        onOpen={setOpen}
        filters={
          <>
            <RecordSearch
              ref={search}
              address={address}
              label="Search verifications"
              placeholder="Name, email or document number"
            />
            <RecordChoice
              address={address}
              name="status"
              label="Status"
              any="Any status"
              choices={kycStatuses.map((value) => ({ value, label: kycLabels[value] }))}
            />
          </>
        }
      />
      {open === null ? null : <ReviewDialog verification={open} onClose={() => setOpen(null)} />}
    </>
  );
}
