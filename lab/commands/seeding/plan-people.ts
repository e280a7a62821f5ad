import { DAY_MS, HOUR_MS, findDialCode, documentTypes, markets, riskTolerances } from "@wazi/contracts";
import type { Draw } from "./draw.ts";
import { homelands, type Homeland } from "./names.ts";
import type { PlannedSubmission, PlannedUser } from "./plan-rows.ts";

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
export function planPerson(
  draw: Draw,
  { number, seed, now }: { number: number; seed: number; now: Date },
): PlannedUser {
  const { country, givenNames, familyNames } = draw.pick(weightedHomelands);
  const [firstName, lastName] = [draw.pick(givenNames), draw.pick(familyNames).replaceAll("-", " ")];
  // More people sign up each month than in the month before.
  const createdAt = now.getTime() - HOUR_MS - YEAR_MS * (1 - Math.sqrt(draw.fraction()));
  const lastSeen = Math.max(createdAt, now.getTime() - draw.aroundMean(30 * DAY_MS));
  return {
    id: draw.uuid(),
    email: `${toAddressLetters(firstName)}.${toAddressLetters(lastName)}.${seed}.${number}@example.com`,
    firstName,
    lastName,
    phone: `${findDialCode(country) ?? ""}7${draw.text("0123456789", 8)}`,
    country,
    birthday: `${draw.integer(1955, 2007)}-${String(draw.integer(1, 12)).padStart(2, "0")}-${String(draw.integer(1, 28)).padStart(2, "0")}`,
    preferredMarket: draw.pick(markets),
    riskTolerance: draw.pick(riskTolerances),
    referralCode: `SEED${seed}N${number}`,
    marketingOptIn: draw.happens(40),
    kycStatus: "pending",
    isActive: true,
    lastLoginAt: draw.happens(93) ? new Date(lastSeen) : null,
    createdAt: new Date(createdAt),
  };
}

const rejectionReasons = [
  "The picture is too blurred to read",
  "The document has expired",
  "The name does not match the account",
  "The back of the card is missing",
] as const;

/** Plans the submissions of one user, oldest first. After a rejection, some users submit again. */
export function planSubmissions(draw: Draw, person: PlannedUser, now: Date): PlannedSubmission[] {
  if (draw.happens(25)) return [];
  const submissions: PlannedSubmission[] = [];
  let at = person.createdAt.getTime() + draw.aroundMean(2 * DAY_MS);
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
  { at, status, reviewedAt }: { at: number; status: PlannedSubmission["status"]; reviewedAt: number },
): PlannedSubmission {
  const type = draw.pick(documentTypes);
  return {
    id: draw.uuid(),
    userId,
    documentType: type,
    documentNumber: `${draw.text("ABCDEFGHJKLMNPRSTUVWXYZ", 1)}${draw.text("0123456789", 8)}`,
    frontDocument: `seeded-${draw.text("0123456789abcdef", 16)}`,
    backDocument: type === "passport" ? null : `seeded-${draw.text("0123456789abcdef", 16)}`,
    status,
    rejectionReason: status === "rejected" ? draw.pick(rejectionReasons) : null,
    reviewedAt: status === "pending" ? null : new Date(reviewedAt),
    createdAt: new Date(at),
  };
}
