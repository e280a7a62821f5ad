import { showDestination, type PayoutAddress } from "@wazi/contracts";
import { failureText } from "../../lib/api-client.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { useNow } from "../../lib/clock.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast-store.ts";
import { usePayoutAddresses, useRemovePayoutAddress } from "./api.ts";
import * as texts from "../../messages/withdrawals.ts";

/** The saved destinations. With a waiting time, only these can be paid to. */
export default function AddressBook({ waitHours }: { waitHours: number }) {
  const query = usePayoutAddresses();
  return (
    <div className="grid gap-4">
      {waitHours === 0 ? null : <p className="text-14 text-muted">{texts.bookLead({ waitHours })}</p>}
      <QueryState
        query={query}
        failedTitle={texts.bookFailedTitle}
        loading={<SkeletonRows rows={2} />}
        empty={<EmptyState>{texts.bookEmpty}</EmptyState>}
      >
        {(list) => (
          <ul className="-my-3 divide-y divide-line">
            {list.map((address) => (
              <SavedAddress key={address.id} address={address} />
            ))}
          </ul>
        )}
      </QueryState>
    </div>
  );
}

function SavedAddress({ address }: { address: PayoutAddress }) {
  const remove = useRemovePayoutAddress();
  const destination = showDestination(address);
  const waits = Date.parse(address.usableFrom) > useNow();

  async function send(): Promise<void> {
    try {
      await remove.mutateAsync({ params: { id: address.id } });
      toast.good(texts.success, texts.bookRemoveDone);
    } catch (failure) {
      toast.bad(texts.error, failureText(failure, texts.bookRemoveFailed));
    }
  }

  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3">
      <span className="min-w-0 text-14">
        <span className="block wrap-anywhere">{destination}</span>
        {waits ? (
          <span className="mt-1 flex flex-wrap items-center gap-2 text-muted">
            {texts.bookUsableFrom({
              tag: (text) => <Tag look="wait">{text}</Tag>,
              usableFrom: formatDayAndTime(address.usableFrom),
            })}
          </span>
        ) : null}
      </span>
      <button
        type="button"
        aria-label={texts.removeDestination({ destination })}
        disabled={remove.isPending}
        onClick={() => void send()}
        className="min-h-11 rounded-sm px-2 text-14 font-semibold text-muted underline-offset-4 hover:text-loss hover:underline"
      >
        {texts.remove}
      </button>
    </li>
  );
}
