import { personalData } from "../../../content/personal-data.ts";
import * as texts from "../../../messages/accounts.ts";

/** The handling of each kind of personal data. */
export function PersonalDataList({ withPurpose = false }: { withPurpose?: boolean }) {
  return (
    <dl className="grid gap-4 text-14">
      {personalData.map(({ kind, purpose, onDeletion }) => (
        <div key={kind} className="border-b border-line pb-4 last:border-b-0 last:pb-0">
          <dt className="font-semibold">{kind}</dt>
          {withPurpose ? <dd className="mt-1">{purpose}</dd> : null}
          <dd className="mt-1 text-muted">
            {withPurpose ? `${texts.dataOnDeletion} ` : ""}
            {onDeletion}
          </dd>
        </div>
      ))}
    </dl>
  );
}
