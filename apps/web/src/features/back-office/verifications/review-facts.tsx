import type { AdminVerification } from "@wazi/contracts";
import { documentNames } from "../../../content/labels.ts";
import { useNow } from "../../../lib/clock.ts";
import { AgeOf } from "../display/age.tsx";
import { Fact, Facts } from "../display/facts.tsx";
import { exactUtc, tooLongMs } from "../display/format-age.ts";
import { useUserDetail } from "../person/api.ts";
import { OwnerFacts } from "../person/owner-facts.tsx";
import { nameOf } from "../person/owner.tsx";
import { birthdayWords } from "./labels.ts";

/** What they said of themselves, to be compared with what the pictures say. */
export function ReviewFacts({ verification }: { verification: AdminVerification }) {
  const { data } = useUserDetail(verification.userId);
  const now = useNow();
  const { documentType, documentNumber, createdAt, status } = verification;
  const birthday = data?.profile.birthday;
  return (
    <div className="grid gap-4">
      <OwnerFacts userId={verification.userId} user={verification.user} />
      <Facts>
        <Fact term="Name" copy={nameOf(verification.user)}>
          <strong className="font-semibold">{nameOf(verification.user)}</strong>
        </Fact>
        <Fact term="Born">
          {data === undefined
            ? "…"
            : birthday === null || birthday === undefined
              ? "Not given"
              : birthdayWords(birthday, now)}
        </Fact>
        <Fact term="Country">{data === undefined ? "…" : data.user.country}</Fact>
        <Fact term="Document">{documentNames[documentType]}</Fact>
        <Fact term="Number" copy={documentNumber}>
          {documentNumber === null ? (
            <span className="text-muted">Not given</span>
          ) : (
            <code className="font-mono">{documentNumber}</code>
          )}
        </Fact>
        <Fact term="Submitted">
          <AgeOf at={createdAt} warnAfterMs={status === "pending" ? tooLongMs.verifications : undefined} />
          <span className="text-muted">, {exactUtc(createdAt)}</span>
        </Fact>
      </Facts>
    </div>
  );
}
