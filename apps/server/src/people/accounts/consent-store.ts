import type { Queryable } from "../../platform/db/pool.ts";

interface NewConsent {
  userId: string;
  document: "terms" | "privacy" | "marketing";
  version: string;
  isGiven: boolean;
  givenAt: Date;
}

export async function insertConsent(tx: Queryable, consent: NewConsent): Promise<void> {
  await tx`
    insert into consents (user_id, document, version, is_given, given_at)
    values (${consent.userId}, ${consent.document}, ${consent.version}, ${consent.isGiven}, ${consent.givenAt})`;
}
