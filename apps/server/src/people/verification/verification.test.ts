import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { toItems, type AdminVerification, type CurrentUser, type Verification } from "@wazi/contracts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atOnce, errorOf, statusCounts } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { deleteUserDocuments } from "../documents/document-vault.ts";
import { openPool } from "../../platform/db/pool.ts";
import { toDataUrl, drawHalves, createSmallPicture } from "../documents/sample-pictures.ts";

let test: TestApp;
let picture: string;

beforeAll(async () => {
  test = await startTestApp();
  picture = toDataUrl("jpeg", await createSmallPicture());
});
afterAll(() => test.close());

const REASON = "Review of these documents";
/** The address of an image as an administrator asks for it. */
const withReason = (url: string): string => `${url}?reason=${encodeURIComponent(REASON)}`;

const form = (changes: object = {}) => ({ documentType: "passport", frontImageUrl: picture, ...changes });
const submit = (client: TestClient, changes: object = {}): Promise<TestAnswer> =>
  client.call("POST", "/api/verification/submit", form(changes));
const latestOf = async (client: TestClient): Promise<Verification | null> =>
  (await client.call("GET", "/api/verification")).body;
const kycOf = async (client: TestClient): Promise<string> =>
  ((await client.call("GET", "/api/auth/user")).body as CurrentUser).kycStatus;
const review = (client: TestClient, id: string, body: object): Promise<TestAnswer> =>
  client.call("POST", `/api/admin/verifications/${id}/review`, body);
const readError = (answer: TestAnswer): [number, string, string] => {
  const { code, message } = errorOf(answer);
  return [answer.status, code, message];
};
const submitted = async (client: TestClient, changes: object = {}): Promise<Verification> => {
  const answer = await submit(client, changes);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};
const auditOf = (id: string) =>
  test.sql<{ actor_id: string; action: string; after: object }[]>`
    select actor_id, action, after from audit_log where subject_id = ${id} order by id`;
const filesIn = (app: TestApp): string[] => readdirSync(join(app.dataDir, "documents"));

const UNKNOWN_ID = "5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e";

describe("a submission", () => {
  it("answers 201 and becomes the latest one", async () => {
    const investor = await test.signUp();
    const none = await investor.call("GET", "/api/verification");
    expect([none.status, none.text]).toEqual([200, "null"]);
    const made = await submitted(investor, { documentNumber: " A1234567 ", backImageUrl: picture });
    expect(made).toMatchObject({
      userId: investor.userId,
      documentType: "passport",
      documentNumber: "A1234567",
      frontImageUrl: `/api/verification/${made.id}/images/front`,
      backImageUrl: `/api/verification/${made.id}/images/back`,
      status: "pending",
      rejectionReason: null,
      reviewedAt: null,
    });
    expect(await latestOf(investor)).toEqual(made);
    expect(await kycOf(investor)).toBe("pending");
    expect((await auditOf(made.id)).map(({ action }) => action)).toEqual(["verification.submit"]);
  });

  it("is possible again after an administrator withdrew an approval", async () => {
    const investor = await test.signUp();
    const { id } = await submitted(investor);
    expect((await review(test.admin, id, { status: "approved" })).status).toBe(200);
    expect((await submit(investor)).status).toBe(409);
    const kyc = { kycStatus: "rejected" };
    expect((await test.admin.call("POST", `/api/admin/users/${investor.userId}/kyc`, kyc)).status).toBe(200);
    expect(await latestOf(investor)).toMatchObject({
      status: "rejected",
      rejectionReason: "Approval withdrawn by an administrator",
    });
    expect((await submit(investor)).status).toBe(201);
  });

  it("needs a document type and a front image", async () => {
    const investor = await test.signUp();
    const message = "Please select document type and upload front image.";
    for (const changes of [
      { documentType: undefined },
      { documentType: "library_card" },
      { frontImageUrl: undefined },
      { frontImageUrl: "" },
      { frontImageUrl: 7 },
      { frontImageUrl: null },
    ]) {
      expect(readError(await submit(investor, changes))).toEqual([400, "VALIDATION", message]);
    }
    expect(await latestOf(investor)).toBeNull();
  });

  it("rejects unknown fields, invalid document numbers and other bodies", async () => {
    const investor = await test.signUp();
    const json = { "content-type": "application/json" };
    const send = (text: string): Promise<TestAnswer> => investor.call("POST", "/api/verification/submit", text, json);
    expect(readError(await submit(investor, { status: "approved" }))[2]).toBe("status is not a known field");
    for (const documentNumber of ["x".repeat(65), "a\nb", 7, "a\0b"]) {
      expect((await submit(investor, { documentNumber })).status).toBe(400);
    }
    for (const text of ["", "[]", "null", "7", '"x"', "{", "\u{0}", "[".repeat(100_000)]) {
      expect([text.slice(0, 5), (await send(text)).status]).toEqual([text.slice(0, 5), 400]);
    }
    expect((await submit(investor, { documentNumber: "x".repeat(1_000_000) })).status).toBe(400);
    const typed = await investor.call("POST", "/api/verification/submit", "a=b", { "content-type": "text/plain" });
    expect(typed.status).toBe(415);
    expect((await submit(investor)).status).toBe(201);
  });

  it("is created once by 32 simultaneous calls through two instances", async () => {
    const twin = await startTestApp(test.database);
    const investor = await test.signUp();
    const answers = await atOnce(32, [investor.through(test), investor.through(twin)], (client) => submit(client));
    await twin.close();
    expect(statusCounts(answers)).toEqual({ 201: 1, 409: 31 });
    const rows = await test.sql`select from verifications where user_id = ${investor.userId}`;
    expect(rows).toHaveLength(1);
  });

  it("leaves no files when a simultaneous one wins", async () => {
    const twin = await startTestApp(test.database);
    const investor = await test.signUp();
    const answers = await Promise.all([submit(investor.through(test)), submit(investor.through(twin))]);
    expect(statusCounts(answers)).toEqual({ 201: 1, 409: 1 });
    const { id } = answers.find(({ status }) => status === 201)!.body as Verification;
    const files = [
      ...filesIn(test),
      ...readdirSync(twin.dataDir).flatMap((name) => (name === "documents" ? filesIn(twin) : [])),
    ];
    await twin.close();
    const rows = await test.sql<{ id: string }[]>`select id from verifications`;
    const known = new Set(rows.map((row) => row.id));
    expect(files.filter((name) => !known.has(name.slice(0, 36)))).toEqual([]);
    expect(files).toContain(`${id}-front.sealed`);
  });

  it("answers 409 while pending and after an approval, and is possible after a rejection", async () => {
    const investor = await test.signUp();
    const first = await submitted(investor);
    expect(readError(await submit(investor)).slice(0, 2)).toEqual([409, "CONFLICT"]);
    await review(test.admin, first.id, { status: "rejected", rejectionReason: "Blurred" });
    expect(await kycOf(investor)).toBe("rejected");
    const second = await submitted(investor);
    expect(await latestOf(investor)).toEqual(second);
    expect(await kycOf(investor)).toBe("pending");
    await review(test.admin, second.id, { status: "approved" });
    expect(await kycOf(investor)).toBe("approved");
    expect((await submit(investor)).status).toBe(409);
  });

  it("is rejected after ten submissions", { tags: ["S48"] }, async () => {
    const investor = await test.signUp();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await submitted(investor);
      await review(test.admin, id, { status: "rejected", rejectionReason: "Blurred" });
    }
    expect(readError(await submit(investor))[2]).toMatch(/10 times.*support/);
  });

  it("is closed to deactivated users, who may still read", async () => {
    const investor = await test.signUp();
    const { id } = await submitted(investor);
    await test.sql`update users set is_active = false where id = ${investor.userId}`;
    expect(readError(await submit(investor)).slice(0, 2)).toEqual([403, "RESTRICTED"]);
    expect((await latestOf(investor))?.id).toBe(id);
    expect((await investor.call("GET", `/api/verification/${id}/images/front`)).status).toBe(200);
    expect((await submit(test.visitor())).status).toBe(401);
  });
});

describe("an image", () => {
  it(
    "is served to its owner and to administrators, and answers 404 to others",
    { tags: ["S35", "documents-seen"] },
    async () => {
      const [investor, other] = [await test.signUp(), await test.signUp()];
      const { id, frontImageUrl } = await submitted(investor);
      for (const client of [investor, test.admin]) {
        const answer = await client.call("GET", client === investor ? frontImageUrl : withReason(frontImageUrl));
        expect(answer.status).toBe(200);
        expect(answer.headers).toMatchObject({
          "content-type": "image/jpeg",
          "cache-control": "no-store",
          "cross-origin-resource-policy": "same-origin",
          "x-content-type-options": "nosniff",
          "content-disposition": 'inline; filename="document-front.jpg"',
        });
        expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: "jpeg", width: 60, height: 40 });
      }
      const stranger = await other.call("GET", frontImageUrl);
      const nothing = await other.call("GET", `/api/verification/${UNKNOWN_ID}/images/front`);
      expect([stranger.status, stranger.text]).toEqual([404, nothing.text]);
      const support = await test.administrator("support");
      expect((await support.call("GET", withReason(frontImageUrl))).status).toBe(404);
      expect((await test.visitor().call("GET", frontImageUrl)).status).toBe(401);
      for (const side of ["back", "side", "..%2f..%2fx", "front.jpg"]) {
        expect((await investor.call("GET", `/api/verification/${id}/images/${side}`)).status).toBe(404);
      }
    },
  );

  it("is never cached and always sent in full", { tags: ["S35"] }, async () => {
    const investor = await test.signUp();
    const { frontImageUrl } = await submitted(investor);
    const first = await test.admin.call("GET", withReason(frontImageUrl));
    const kept = { "if-none-match": "*", "if-modified-since": "Sun, 01 Nov 2099 00:00:00 GMT" };
    const again = await test.admin.call("GET", withReason(frontImageUrl), undefined, kept);
    for (const { status, headers, bytes } of [first, again]) {
      expect([status, headers["cache-control"], bytes.equals(first.bytes)]).toEqual([200, "no-store", true]);
      for (const name of ["etag", "last-modified", "expires", "age"]) expect(headers).not.toHaveProperty(name);
    }
  });

  it(
    "records a view by an administrator once a minute and none by its owner",
    { tags: ["S35", "documents-seen"] },
    async () => {
      const investor = await test.signUp();
      const { id, frontImageUrl, backImageUrl } = await submitted(investor, { backImageUrl: picture });
      const viewsOf = async (): Promise<object[]> =>
        (await auditOf(id)).filter(({ action }) => action === "verification.view");
      const silent = await test.admin.call("GET", frontImageUrl);
      expect([silent.status, Object.keys(errorOf(silent).fields ?? {})]).toEqual([400, ["reason"]]);
      const viewed = (side: string, actorId = test.admin.userId): object => ({
        actor_id: actorId,
        action: "verification.view",
        after: { side, reason: REASON },
      });
      await investor.call("GET", frontImageUrl);
      const looks = await Promise.all(
        Array.from({ length: 6 }, () => test.admin.call("GET", withReason(frontImageUrl))),
      );
      expect(looks.map(({ status }) => status)).toEqual(looks.map(() => 200));
      expect(await viewsOf()).toEqual([viewed("front")]);
      await test.admin.call("GET", withReason(backImageUrl!));
      const other = await test.signUp();
      await test.sql`update users set is_admin = true where id = ${other.userId}`;
      await other.call("GET", withReason(frontImageUrl));
      await test.sql`update users set is_admin = false where id = ${other.userId}`;
      const first = [viewed("front"), viewed("back"), viewed("front", other.userId)];
      expect(await viewsOf()).toEqual(first);
      const owner = openPool(test.database.url, { role: null, max: 1 });
      await owner`update audit_log set happened_at = happened_at - interval '61 seconds' where subject_id = ${id}`;
      await owner.end();
      await test.admin.call("GET", withReason(frontImageUrl));
      expect(await viewsOf()).toEqual([...first, viewed("front")]);
    },
  );

  it("answers 404 without an audit event when the file is missing", async () => {
    const { id, frontImageUrl } = await submitted(await test.signUp());
    await test.sql`update verifications set front_document = 'gone' where id = ${id}`;
    expect((await test.admin.call("GET", withReason(frontImageUrl))).status).toBe(404);
    expect((await auditOf(id)).filter(({ action }) => action === "verification.view")).toEqual([]);
  });

  it("is stored encrypted in a file that only the server's user may read", { tags: ["documents-sealed"] }, async () => {
    const investor = await test.signUp();
    const sent = await createSmallPicture();
    const { id, frontImageUrl } = await submitted(investor, { frontImageUrl: toDataUrl("jpeg", sent) });
    const path = join(test.dataDir, "documents", `${id}-front.sealed`);
    const stored = readFileSync(path);
    const { bytes: served } = await investor.call("GET", frontImageUrl);
    expect(stored.subarray(0, 4).toString()).toBe("WZD1");
    for (const clear of [sent, served]) expect(stored.includes(clear.subarray(20, 60))).toBe(false);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(test.dataDir, "documents")).mode & 0o777).toBe(0o700);
    expect(statSync(join(test.dataDir, "keys", "documents.key")).mode & 0o777).toBe(0o600);
  });

  it("is deleted with its owner", async () => {
    const [investor, other] = [await test.signUp(), await test.signUp()];
    const { id, frontImageUrl } = await submitted(investor, { backImageUrl: picture });
    const kept = await submitted(other);
    expect(filesIn(test).filter((name) => name.startsWith(id))).toHaveLength(2);
    await deleteUserDocuments(test, investor.userId);
    expect(filesIn(test).filter((name) => name.startsWith(id))).toEqual([]);
    expect(await latestOf(investor)).toBeNull();
    expect((await investor.call("GET", frontImageUrl)).status).toBe(404);
    expect((await other.call("GET", kept.frontImageUrl)).status).toBe(200);
  });

  it("is turned upright and reduced in size", async () => {
    const investor = await test.signUp();
    const turned = await drawHalves(3000, 1000).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { frontImageUrl } = await submitted(investor, { frontImageUrl: toDataUrl("jpeg", turned) });
    const { bytes } = await investor.call("GET", frontImageUrl);
    const { width = 0, height = 0, orientation } = await sharp(bytes).metadata();
    expect([height, orientation]).toEqual([2000, undefined]);
    expect(Math.abs(width - 667)).toBeLessThanOrEqual(1);
    // After a quarter turn the left half is on top.
    const [red, , blue] = await sharp(bytes).extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer();
    expect([red! > 200, blue! < 60]).toEqual([true, true]);
  });
});

describe("a review", () => {
  it("approves or rejects, sets kycStatus and is recorded", async () => {
    const investor = await test.signUp();
    const { id } = await submitted(investor);
    // The id is recorded in lower case.
    const answer = await review(test.admin, id.toUpperCase(), { status: "rejected", rejectionReason: " Blurred " });
    expect(answer.status).toBe(200);
    expect(answer.body as AdminVerification).toMatchObject({
      id,
      status: "rejected",
      rejectionReason: "Blurred",
      user: { email: investor.email, firstName: "Amina", lastName: "Otieno" },
    });
    expect(await latestOf(investor)).toMatchObject({ status: "rejected", rejectionReason: "Blurred" });
    expect((await auditOf(id)).at(-1)).toEqual({
      actor_id: test.admin.userId,
      action: "verification.review",
      after: { status: "rejected", rejectionReason: "Blurred" },
    });
  });

  it("requires a reason to reject and drops one given with an approval", async () => {
    const investor = await test.signUp();
    const { id } = await submitted(investor);
    for (const rejectionReason of [undefined, null, "", "   "]) {
      const answer = await review(test.admin, id, { status: "rejected", rejectionReason });
      expect(readError(answer)).toEqual([400, "VALIDATION", "Please provide a rejection reason"]);
    }
    expect((await review(test.admin, id, { status: "pending" })).status).toBe(400);
    const approved = await review(test.admin, id, { status: "approved", rejectionReason: "none" });
    expect((approved.body as AdminVerification).rejectionReason).toBeNull();
  });

  it("is possible only while pending, and one of two simultaneous reviews wins", { tags: ["S53"] }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const investor = await test.signUp();
      const { id } = await submitted(investor);
      const answers = await Promise.all([
        review(test.admin, id, { status: "approved" }),
        review(test.admin, id, { status: "rejected", rejectionReason: "Blurred" }),
      ]);
      expect(statusCounts(answers)).toEqual({ 200: 1, 409: 1 });
      const { status } = answers.find((answer) => answer.status === 200)!.body as AdminVerification;
      expect([await kycOf(investor), (await latestOf(investor))?.status]).toEqual([status, status]);
      expect(readError(await review(test.admin, id, { status: "approved" }))).toEqual([
        409,
        "CONFLICT",
        expect.stringMatching(`^This verification is no longer pending: it was ${status} by Wazi Admin at .* UTC$`),
      ]);
    }
  });

  it("is for administrators only, but not for their own documents", async () => {
    const investor = await test.signUp();
    const { id } = await submitted(investor);
    expect((await review(investor, id, { status: "approved" })).status).toBe(403);
    expect((await review(test.visitor(), id, { status: "approved" })).status).toBe(401);
    const own = await submitted(test.admin);
    expect(readError(await review(test.admin, own.id, { status: "approved" })).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    expect((await review(test.admin, UNKNOWN_ID, { status: "approved" })).status).toBe(404);
    expect((await review(test.admin, "x", { status: "approved" })).status).toBe(404);
  });

  it("lists verifications with their owners, by status and paginated", async () => {
    const list = async (query = ""): Promise<AdminVerification[]> =>
      toItems((await test.admin.call("GET", `/api/admin/verifications${query}`)).body);
    const investor = await test.signUp({ firstName: "Juma" });
    const { id } = await submitted(investor);
    const all = await list();
    expect(all[0]).toMatchObject({ id, user: { email: investor.email, firstName: "Juma" } });
    expect((await list("?status=pending")).every(({ status }) => status === "pending")).toBe(true);
    expect((await list("?status=rejected")).map((each) => each.id)).not.toContain(id);
    const page = (await test.admin.call("GET", "/api/admin/verifications?limit=3")).body as {
      items: AdminVerification[];
      nextCursor: string;
      total: number;
    };
    const next = await list(`?limit=3&cursor=${page.nextCursor}`);
    expect([...page.items, ...next]).toEqual(all.slice(0, 6));
    expect(page.total).toBe(all.length);
    expect((await test.admin.call("GET", "/api/admin/verifications?status=lost")).status).toBe(400);
    expect((await investor.call("GET", "/api/admin/verifications")).status).toBe(403);
  });
});

describe("KYC_REQUIRED_FOR=deposit", () => {
  it("requires an approved identity for deposits but not for withdrawals", { tags: ["identity-check"] }, async () => {
    const strict = await startTestApp(test.database, undefined, { KYC_REQUIRED_FOR: "deposit" });
    const investor = (await test.funded("500")).through(strict);
    const deposit = { amount: "100", currency: "USDT", network: "TRC20" };
    const refused = await investor.call("POST", "/api/user/deposits", deposit);
    expect(readError(refused)).toEqual([403, "RESTRICTED", "Please verify your identity before depositing"]);
    const payout = { amount: "50", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
    expect((await investor.call("POST", "/api/user/withdrawals", payout)).status).toBe(201);
    const { id } = await submitted(investor);
    expect((await investor.call("POST", "/api/user/deposits", deposit)).status).toBe(403);
    await review(test.admin, id, { status: "approved" });
    expect((await investor.call("POST", "/api/user/deposits", deposit)).status).toBe(201);
    await strict.close();
  });
});
