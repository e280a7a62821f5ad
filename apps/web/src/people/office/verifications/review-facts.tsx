import type { AdminVerification } from "@wazi/contracts";
import { documentNames } from "../../../content/labels.ts";
import { useNow } from "../../../lib/clock.ts";
import { Age } from "../../../office/display/age.tsx";
import { Fact, Facts } from "../../../office/display/facts.tsx";
import { formatUtc, overdueAfterMs } from "../../../office/display/format-age.ts";
import { useUserDetail } from "../../../office/person/api.ts";
import { PersonFacts } from "../../../office/person/person-facts.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { formatBirthday } from "./labels.ts";
import * as texts from "../../../messages/admin-verifications.ts";

/** The data that the user entered, to compare with the images. */
export function ReviewFacts({ verification }: { verification: AdminVerification }) {
  const { data } = useUserDetail(verification.userId);
  const now = useNow();
  const { documentType, documentNumber, createdAt, status } = verification;
  const birthday = data?.profile.birthday;
  return (
    <div className="grid gap-4">
      <PersonFacts userId={verification.userId} user={verification.user} />
      <Facts>
        <Fact term={texts.name} copy={formatName(verification.user)}>
          <strong className="font-semibold">{formatName(verification.user)}</strong>
        </Fact>
        <Fact term={texts.factBirthDate}>
          {data === undefined
            ? "…"
            : birthday === null || birthday === undefined
              ? texts.notProvided
              : formatBirthday(birthday, now)}
        </Fact>
        <Fact term={texts.country}>{data === undefined ? "…" : data.user.country}</Fact>
        <Fact term={texts.document}>{documentNames[documentType]}</Fact>
        <Fact term={texts.number} copy={documentNumber}>
          {documentNumber === null ? (
            <span className="text-muted">{texts.notProvided}</span>
          ) : (
            <code className="font-mono">{documentNumber}</code>
          )}
        </Fact>
        <Fact term={texts.submitted}>
          <Age at={createdAt} warnAfterMs={status === "pending" ? overdueAfterMs.verifications : undefined} />
          <span className="text-muted">, {formatUtc(createdAt)}</span>
        </Fact>
      </Facts>
    </div>
  );
}
