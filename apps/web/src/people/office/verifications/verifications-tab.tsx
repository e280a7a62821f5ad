import { exportVerifications, kycStatuses, verificationSorts, type AdminVerification } from "@wazi/contracts";
import { useMemo, useRef, useState } from "react";
import { useAdmin, useHasRight } from "../../../office/access/admin-access.ts";
import { BulkBar } from "../../../office/records/bulk-bar.tsx";
import { selectColumn, SelectionContext, useSelection } from "../../../office/records/selection.tsx";
import { kycLabels } from "../../../office/person/kyc-labels.ts";
import { RecordChoice, RecordSearch } from "../../../office/records/record-filters.tsx";
import { RecordList } from "../../../office/records/record-list.tsx";
import { requestOrders } from "../../../office/records/request-columns.tsx";
import { useRecordAddress } from "../../../office/records/use-record-address.ts";
import { useReviewVerification, useVerifications } from "./api.ts";
import { listVerificationActions } from "./bulk-verifications.ts";
import { ReviewDialog } from "./review-dialog.tsx";
import { hasSeenImages } from "./seen-images.ts";
import { verificationColumns } from "./verification-columns.tsx";
import * as texts from "../../../messages/admin-verifications.ts";

const rules = { filters: { search: "text", status: kycStatuses }, sorts: verificationSorts } as const;
const orders = requestOrders.filter(({ value }) => (verificationSorts as readonly string[]).includes(value));

const getChangeKey = ({ status }: AdminVerification): string => status;

export function VerificationsTab() {
  const search = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<AdminVerification | null>(null);
  const address = useRecordAddress(rules);
  const query = useVerifications(address.pageQuery);
  const { id: adminId } = useAdmin();
  const mayDecide = useHasRight("manage");
  const review = useReviewVerification();
  const selection = useSelection();
  const columns = useMemo(
    () => [...(mayDecide ? [selectColumn<AdminVerification>("verification")] : []), ...verificationColumns(setOpen)],
    [mayDecide],
  );
  return (
    <SelectionContext value={selection}>
      <BulkBar
        noun="verification"
        rows={query.data?.items ?? []}
        selection={selection}
        actions={listVerificationActions(adminId, hasSeenImages, review)}
      />
      <RecordList
        label={texts.verifications}
        what={texts.theVerifications}
        empty={texts.noVerificationsYetNewVerifications}
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
              label={texts.searchVerifications}
              placeholder={texts.nameEmailOrDocumentNumber}
            />
            <RecordChoice
              address={address}
              name="status"
              label={texts.status}
              any={texts.anyStatus}
              choices={kycStatuses.map((value) => ({ value, label: kycLabels[value] }))}
            />
          </>
        }
      />
      {open === null ? null : <ReviewDialog verification={open} onClose={() => setOpen(null)} />}
    </SelectionContext>
  );
}
