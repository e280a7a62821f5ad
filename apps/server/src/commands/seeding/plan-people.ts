import { DAY_MS, HOUR_MS, findDialCode, documentTypes, markets, riskTolerances } from "@wazi/contracts";
import type { Draw } from "./draw.ts";
import { homelands, type Homeland } from "./names.ts";

/** A user who has signed up. The fields are named like the columns of the table. */
export interface Person {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  country: string;
  birthday: string;
  preferred_market: string;
  risk_tolerance: string;
  referral_code: string;
  marketing_opt_in: boolean;
  kyc_status: "pending" | "approved" | "rejected";
  is_active: boolean;
  last_login_at: string | null;
  created_at: string;
}

/** Identity documents that a user has submitted. Their images do not exist. */
export interface Submission {
  id: string;
  user_id: string;
  document_type: string;
  document_number: string;
  front_document: string;
  back_document: string | null;
  status: "pending" | "approved" | "rejected";
  rejection_reason: string | null;
  reviewed_at: string | null;
  created_at: string;
}

const YEAR_MS = 365 * DAY_MS;

const weightedHomelands: readonly Homeland[] = homelands.flatMap((each) =>
  Array.from({ length: each.share }, () => each),
);

/** Keeps only letters that an email address may have. */
const toAddressLetters = (name: string): string =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

/** @param number makes addresses and referral codes unique within one seed */
export function planPerson(draw: Draw, { number, seed, now }: { number: number; seed: number; now: Date }): Person {
  const { country, givenNames, familyNames } = draw.pick(weightedHomelands);
  const [firstName, lastName] = [draw.pick(givenNames), draw.pick(familyNames).replaceAll("-", " ")];
  // More people sign up each month than in the month before.
  const createdAt = now.getTime() - HOUR_MS - YEAR_MS * (1 - Math.sqrt(draw.fraction()));
  const lastSeen = Math.max(createdAt, now.getTime() - draw.aroundMean(30 * DAY_MS));
  return {
    id: draw.uuid(),
    email: `${toAddressLetters(firstName)}.${toAddressLetters(lastName)}.${seed}.${number}@example.com`,
    first_name: firstName,
    last_name: lastName,
    phone: `${findDialCode(country) ?? ""}7${draw.text("0123456789", 8)}`,
    country,
    birthday: `${draw.integer(1955, 2007)}-${String(draw.integer(1, 12)).padStart(2, "0")}-${String(draw.integer(1, 28)).padStart(2, "0")}`,
    preferred_market: draw.pick(markets),
    risk_tolerance: draw.pick(riskTolerances),
    referral_code: `SEED${seed}N${number}`,
    marketing_opt_in: draw.happens(40),
    kyc_status: "pending",
    is_active: true,
    last_login_at: draw.happens(93) ? new Date(lastSeen).toISOString() : null,
    created_at: new Date(createdAt).toISOString(),
  };
}

const rejectionReasons = [
  "The picture is too blurred to read",
  "The document has expired",
  "The name does not match the account",
  "The back of the card is missing",
] as const;

/** Plans the submissions of one user, oldest first. After a rejection, some users submit again. */
export function planSubmissions(draw: Draw, person: Person, now: Date): Submission[] {
  if (draw.happens(25)) return [];
  const submissions: Submission[] = [];
  let at = Date.parse(person.created_at) + draw.aroundMean(2 * DAY_MS);
  for (let tries = 0; tries < 4 && at < now.getTime(); tries += 1) {
    const reviewedAt = at + draw.aroundMean(9 * HOUR_MS) + 60_000;
    const status = reviewedAt > now.getTime() ? "pending" : draw.happens(85) ? "approved" : "rejected";
    submissions.push(buildSubmission(draw, person.id, { at, status, reviewedAt }));
    if (status !== "rejected" || draw.happens(30)) break;
    at = reviewedAt + draw.aroundMean(2 * DAY_MS);
  }
  return submissions;
}

function buildSubmission(
  draw: Draw,
  userId: string,
  { at, status, reviewedAt }: { at: number; status: Submission["status"]; reviewedAt: number },
): Submission {
  const type = draw.pick(documentTypes);
  return {
    id: draw.uuid(),
    user_id: userId,
    document_type: type,
    document_number: `${draw.text("ABCDEFGHJKLMNPRSTUVWXYZ", 1)}${draw.text("0123456789", 8)}`,
    front_document: `seeded-${draw.text("0123456789abcdef", 16)}`,
    back_document: type === "passport" ? null : `seeded-${draw.text("0123456789abcdef", 16)}`,
    status,
    rejection_reason: status === "rejected" ? draw.pick(rejectionReasons) : null,
    reviewed_at: status === "pending" ? null : new Date(reviewedAt).toISOString(),
    created_at: new Date(at).toISOString(),
  };
}
