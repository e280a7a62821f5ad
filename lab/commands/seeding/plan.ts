import { parseNav } from "@wazi/domain";
import { createDraw, type Draw } from "./seeded-random.ts";
import { type OpenBot, planAccount } from "./plan-account.ts";
import type { Plan, PlannedAuditEvent, PlannedSubmission, PlannedUser } from "./plan-rows.ts";
import { DAY_MS, documentTypes, findDialCode, HOUR_MS, markets, riskTolerances } from "@wazi/contracts";

/** A country that investors come from, with its common names. */
interface Homeland {
  country: string;
  /** The percentage of investors from here. The shares of all countries add up to 100. */
  share: number;
  givenNames: readonly string[];
  familyNames: readonly string[];
}

const splitWords = (text: string): string[] => text.trim().split(/\s+/);

export const homelands: readonly Homeland[] = [
  {
    country: "Kenya",
    share: 30,
    givenNames:
      splitWords(`Amina Brian Wanjiru Kevin Achieng Otieno Njeri Dennis Faith Collins Mercy Kipchoge Chebet Victor
      Nyambura Samuel Wairimu Joseph Akinyi Peter`),
    familyNames:
      splitWords(`Otieno Kamau Mwangi Odhiambo Wanjala Kiprotich Njoroge Mutua Ochieng Karanja Cheruiyot Muthoni
      Wekesa Kilonzo Barasa Gitau Owino Kimani Nyong'o Maina`),
  },
  {
    country: "Nigeria",
    share: 26,
    givenNames:
      splitWords(`Chinedu Ngozi Emeka Adaeze Tunde Folake Ibrahim Aisha Segun Chiamaka Yusuf Zainab Obinna Funmilayo
      Musa Kemi Uche Halima Babatunde Ifeoma`),
    familyNames:
      splitWords(`Okafor Adeyemi Balogun Nwosu Abubakar Eze Ogunleye Bello Okonkwo Adebayo Danjuma Chukwu Olawale
      Mohammed Nnamdi Afolabi Obi Lawal Uzor Àjàyí`),
  },
  {
    country: "South Africa",
    share: 14,
    givenNames:
      splitWords(`Thabo Nomsa Sipho Lerato Pieter Zanele Bongani Palesa Johan Ayanda Mandla Thandiwe Kagiso Naledi
      Andile`),
    familyNames:
      splitWords(`Dlamini Nkosi Van-der-Merwe Mokoena Botha Khumalo Zulu Naidoo Mahlangu Sithole Pillay Molefe
      Ndlovu Maseko Steyn`),
  },
  {
    country: "Ghana",
    share: 10,
    givenNames: splitWords(`Kwame Akosua Kofi Ama Yaw Abena Kojo Efua Kwabena Adwoa Selorm Esi`),
    familyNames: splitWords(`Mensah Owusu Boateng Asante Agyeman Appiah Osei Adjei Amoah Tetteh Quaye Ofori`),
  },
  {
    country: "Tanzania",
    share: 8,
    givenNames: splitWords(`Juma Neema Baraka Asha Godfrey Rehema Salim Upendo Hamisi Zawadi`),
    familyNames: splitWords(`Mushi Mwakyusa Kimaro Massawe Juma Lyimo Shayo Ngowi Mbwana Swai`),
  },
  {
    country: "Zambia",
    share: 4,
    givenNames: splitWords(`Chanda Mutinta Bwalya Natasha Mulenga Thandi`),
    familyNames: splitWords(`Banda Phiri Mwale Tembo Zulu Chilufya`),
  },
  {
    country: "Rwanda",
    share: 4,
    givenNames: splitWords(`Eric Diane Claudine Aline Patrick Solange`),
    familyNames: splitWords(`Uwimana Habimana Mukamana Niyonzima Ingabire Mugisha`),
  },
  {
    country: "Côte d'Ivoire",
    share: 4,
    givenNames: splitWords(`Awa Koffi Aya Yao Mariam Sékou`),
    familyNames: splitWords(`Kouassi Koné Traoré N'Guessan Ouattara Diabaté`),
  },
];

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
function planPerson(draw: Draw, { number, seed, now }: { number: number; seed: number; now: Date }): PlannedUser {
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
function planSubmissions(draw: Draw, person: PlannedUser, now: Date): PlannedSubmission[] {
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

export interface PlanSize {
  users: number;
  deposits: number;
  withdrawals: number;
}

/** Keeps withdrawals small enough that deposits always cover them. */
const MAX_WITHDRAWALS_PER_DEPOSIT = 5;

/**
 * Plans one year of a platform: investors, their documents, deposits, withdrawals and positions, and the ledger of all
 * of them. The same seed and time give the same plan.
 * @throws RangeError when there are more withdrawals than deposits can cover
 */
export function planBackOffice(
  size: PlanSize,
  world: { seed: number; now: Date; adminId: string; bots: readonly OpenBot[] },
): Plan {
  const { seed, now, adminId } = world;
  const draw = createDraw(seed);
  const bots = world.bots.map(({ id, nav }) => ({ id, nav: parseNav(nav) }));
  const people = Array.from({ length: size.users }, (_, index) => planPerson(draw, { number: index + 1, seed, now }));
  const counts = spreadRequests(draw, size);
  const accounts = people.map((person, index) =>
    planAccount({ draw, now: now.getTime(), adminId, bots }, person, counts[index] ?? { deposits: 0, withdrawals: 0 }),
  );
  const submissions = people.flatMap((person) => {
    const submitted = planSubmissions(draw, person, now);
    person.kycStatus = submitted.at(-1)?.status ?? "pending";
    return submitted;
  });
  const deposits = accounts.flatMap((account) => account.deposits);
  const waiting = new Set(deposits.flatMap(({ status, userId }) => (status === "pending" ? [userId] : [])));
  const reviews = submissions.flatMap((each) => buildReviewEvents(each, adminId));
  return {
    people,
    submissions,
    deposits: sortByTime(deposits, "createdAt"),
    withdrawals: sortByTime(
      accounts.flatMap((account) => account.withdrawals),
      "createdAt",
    ),
    transactions: sortByTime(
      accounts.flatMap((account) => account.transactions),
      "postedAt",
    ),
    positions: sortByTime(
      accounts.flatMap((account) => account.positions),
      "activatedAt",
    ),
    audit: sortByTime([...accounts.flatMap((account) => account.audit), ...reviews], "happenedAt"),
    deactivated: people.map(({ id }) => id).filter((id) => !waiting.has(id) && draw.happens(2)),
  };
}

/** Spreads the deposits and withdrawals over the users: some have many, some have none. */
function spreadRequests(draw: Draw, size: PlanSize): { deposits: number; withdrawals: number }[] {
  if (size.withdrawals > size.deposits * MAX_WITHDRAWALS_PER_DEPOSIT) {
    throw new RangeError(`There can be at most ${MAX_WITHDRAWALS_PER_DEPOSIT} withdrawals for each deposit.`);
  }
  const counts = Array.from({ length: size.users }, () => ({ deposits: 0, withdrawals: 0 }));
  // Each user is drawn in proportion to a random weight. Few users have a large one.
  const sums: number[] = [];
  for (let index = 0, sum = 0; index < size.users; index += 1) {
    sum += draw.aroundMean(1) ** 1.5;
    sums.push(sum);
  }
  const someone = (): { deposits: number; withdrawals: number } => {
    const at = draw.fraction() * (sums.at(-1) ?? 0);
    const found = counts[lowerBound(sums, at)];
    if (!found) throw new RangeError("there are no users to pick from");
    return found;
  };
  for (let count = 0; count < size.deposits; count += 1) someone().deposits += 1;
  for (let count = 0; count < size.withdrawals;) {
    const chosen = someone();
    if (chosen.withdrawals >= chosen.deposits * MAX_WITHDRAWALS_PER_DEPOSIT) continue;
    chosen.withdrawals += 1;
    count += 1;
  }
  return counts;
}

/** Finds the first index whose number is above `at`, in rising numbers. */
function lowerBound(sums: readonly number[], at: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function buildReviewEvents(
  { id, status, rejectionReason, reviewedAt }: PlannedSubmission,
  adminId: string,
): PlannedAuditEvent[] {
  if (reviewedAt === null) return [];
  return [
    {
      actorId: adminId,
      action: "verification.review",
      subjectType: "verification",
      subjectId: id,
      before: { status: "pending" },
      after: { status, rejectionReason: rejectionReason },
      address: "198.51.100.7",
      happenedAt: reviewedAt,
    },
  ];
}

function sortByTime<Row>(rows: readonly Row[], key: keyof Row): Row[] {
  return [...rows].sort((one, other) => (one[key] < other[key] ? -1 : one[key] > other[key] ? 1 : 0));
}
