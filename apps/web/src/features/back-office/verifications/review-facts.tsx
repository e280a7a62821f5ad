import type { AdminVerification } from "@wazi/contracts";
import { documentNames } from "../../../content/labels.ts";
import { useNow } from "../../../lib/clock.ts";
import { Age } from "../display/age.tsx";
import { Fact, Facts } from "../display/facts.tsx";
import { formatUtc, overdueAfterMs } from "../display/format-age.ts";
import { useUserDetail } from "../person/api.ts";
import { PersonFacts } from "../person/person-facts.tsx";
import { formatName } from "../person/person.tsx";
import { formatBirthday } from "./labels.ts";

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
        <Fact term="Name" copy={formatName(verification.user)}>
          <strong className="font-semibold">{formatName(verification.user)}</strong>
        </Fact>
        <Fact term="Date of birth">
          {data === undefined
            ? "…"
            : birthday === null || birthday === undefined
              ? "Not provided"
              : formatBirthday(birthday, now)}
        </Fact>
        <Fact term="Country">{data === undefined ? "…" : data.user.country}</Fact>
        <Fact term="Document">{documentNames[documentType]}</Fact>
        <Fact term="Number" copy={documentNumber}>
          {documentNumber === null ? (
            <span className="text-muted">Not provided</span>
          ) : (
            <code className="font-mono">{documentNumber}</code>
          )}
        </Fact>
        <Fact term="Submitted">
          <Age at={createdAt} warnAfterMs={status === "pending" ? overdueAfterMs.verifications : undefined} />
          <span className="text-muted">, {formatUtc(createdAt)}</span>
        </Fact>
      </Facts>
    </div>
  );
}
