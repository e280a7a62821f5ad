import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { request, type ClientRequest } from "node:http";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { MAX_IMAGE_BYTES } from "@wazi/contracts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf } from "../../../../../tests/harness/money-calls.ts";
import { SUBMISSION_PROGRAM } from "../../../../../tests/harness/submission-setup.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import {
  createCameraPicture,
  toDataUrl,
  drawHalves,
  createPixelBomb,
  createSmallPicture,
} from "../documents/sample-pictures.ts";

let test: TestApp;
/** All submissions of this investor fail. */
let investor: TestClient;

beforeAll(async () => {
  test = await startTestApp();
  investor = await test.signUp();
});
afterAll(() => test.close());

const PATH = "/api/verification/submit";
const submit = (client: TestClient, frontImageUrl: string, changes: object = {}): Promise<TestAnswer> =>
  client.call("POST", PATH, { documentType: "passport", frontImageUrl, ...changes });
const UNREADABLE = "Failed to process image. Please try another file.";
const TOO_LARGE = "Please upload an image smaller than 10MB.";

/** Submits an image and returns the stored version. */
async function served(frontImageUrl: string): Promise<Buffer> {
  const client = await test.signUp();
  const answer = await submit(client, frontImageUrl);
  if (answer.status !== 201) throw new Error(answer.text);
  return (await client.call("GET", (answer.body as { frontImageUrl: string }).frontImageUrl)).bytes;
}

async function expectRefused(name: string, url: string, message: string): Promise<void> {
  const answer = await submit(investor, url);
  const { code, message: text, fields } = errorOf(answer);
  expect([name, answer.status, code, text, fields]).toEqual([
    name,
    400,
    "VALIDATION",
    message,
    { frontImageUrl: message },
  ]);
}

describe("the type of an image", () => {
  it.each(["jpeg", "png", "webp"] as const)("may be %s", async (format) => {
    const bytes = await served(toDataUrl(format, await createSmallPicture(format)));
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 60, height: 40 });
  });

  it("must match both its bytes and its data URL", { tags: ["S44"] }, async () => {
    const [jpeg, png, webp] = await Promise.all([
      createSmallPicture("jpeg"),
      createSmallPicture("png"),
      createSmallPicture("webp"),
    ]);
    const gif = await drawHalves(60, 40).gif().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>');
    const html = Buffer.from("<!doctype html><script>alert(1)</script>");
    const zip = Buffer.concat([Buffer.from("PK\x03\x04"), deflateRawSync(randomBytes(2_000))]);
    const broken = Buffer.from(png);
    broken.fill(0x55, 60, 75);
    const bad: Record<string, string> = {
      svg: toDataUrl("svg+xml", svg),
      "svg as png": toDataUrl("png", svg),
      html: toDataUrl("jpeg", html),
      "text/html": `data:text/html;base64,${html.toString("base64")}`,
      pdf: toDataUrl("jpeg", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n")),
      gif: toDataUrl("gif", gif),
      "gif as png": toDataUrl("png", gif),
      "gif that is a script too": toDataUrl("webp", Buffer.from("GIF89a/*\0\0*/=1;alert(1)")),
      "png header and a zip": toDataUrl("png", Buffer.concat([png.subarray(0, 33), zip])),
      "png with broken data": toDataUrl("png", broken),
      "jpeg as png": toDataUrl("png", jpeg),
      "truncated jpeg": toDataUrl("jpeg", jpeg.subarray(0, jpeg.length / 2)),
      "truncated png": toDataUrl("png", png.subarray(0, png.length / 2)),
      "truncated webp": toDataUrl("webp", webp.subarray(0, webp.length / 2)),
      "no image": toDataUrl("jpeg", Buffer.alloc(0)),
      "not base64": `data:image/jpeg;base64,${"!".repeat(100)}`,
      "not all base64": `${toDataUrl("jpeg", jpeg)}!!!!`,
      "not in base64": "data:image/jpeg,abc",
      "an address": "https://example.com/passport.jpg",
      "a file": "../../../etc/passwd",
    };
    for (const [name, url] of Object.entries(bad)) await expectRefused(name, url, UNREADABLE);
  });

  it("is checked for both sides", async () => {
    const jpeg = toDataUrl("jpeg", await createSmallPicture());
    for (const backImageUrl of ["data:text/html;base64,PGh0bWw+", 7]) {
      const answer = await submit(investor, jpeg, { backImageUrl });
      expect([answer.status, errorOf(answer).fields]).toEqual([400, { backImageUrl: UNREADABLE }]);
    }
    expect((await submit(await test.signUp(), jpeg, { backImageUrl: null })).status).toBe(201);
  });
});

describe("the stored image", () => {
  it(
    "contains only pixels: no EXIF, GPS, XMP, colour profile, comment or trailing data",
    { tags: ["S46", "metadata"] },
    async () => {
      const gps = { IFD0: { Make: "SecretCamera" }, IFD3: { GPSLatitude: "1/1 17/1 0/1", GPSLatitudeRef: "S" } };
      const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- SecretXmp --></x:xmpmeta>';
      const sent = await drawHalves(60, 40).withExif(gps).withXmp(xmp).withIccProfile("p3").jpeg().toBuffer();
      const before = await sharp(sent).metadata();
      expect([before.exif, before.xmp, before.icc].every((part) => Buffer.isBuffer(part))).toBe(true);
      const bytes = await served(toDataUrl("jpeg", Buffer.concat([sent, Buffer.from("SecretTrailer")])));
      const { exif, xmp: keptXmp, icc, iptc, comments } = await sharp(bytes).metadata();
      expect([exif, keptXmp, icc, iptc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined]);
      for (const secret of ["SecretCamera", "SecretXmp", "SecretTrailer", "Exif"]) {
        expect([secret, bytes.includes(secret)]).toEqual([secret, false]);
      }
      expect(bytes.equals(sent)).toBe(false);
    },
  );

  it("is white where the original was transparent", async () => {
    const clear = { create: { width: 8, height: 8, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } } };
    const bytes = await served(toDataUrl("png", await sharp(clear).png().toBuffer()));
    const [red = 0] = await sharp(bytes).raw().toBuffer();
    expect(red).toBeGreaterThan(250);
  });
});

describe("the size of an image", () => {
  it("is at most 10 MB", async () => {
    const full = await createCameraPicture(MAX_IMAGE_BYTES, 4_000, randomBytes);
    expect(full.length).toBe(MAX_IMAGE_BYTES);
    expect((await sharp(await served(toDataUrl("jpeg", full))).metadata()).format).toBe("jpeg");
    await expectRefused("one byte more", toDataUrl("jpeg", Buffer.concat([full, Buffer.alloc(1)])), TOO_LARGE);
  });

  it("is checked before decoding: a pixel bomb uses less than 150 MB", { tags: ["S45"] }, async () => {
    const url = toDataUrl("png", await createPixelBomb(14_000));
    expect(url.length).toBeLessThan(1_500_000);
    const script = join(test.dataDir, "bomb.mjs");
    const body = join(test.dataDir, "bomb.json");
    writeFileSync(body, JSON.stringify({ documentType: "passport", frontImageUrl: url }));
    writeFileSync(
      script,
      `import { existsSync, readFileSync } from "node:fs";
      const { default: prepare } = await import(${JSON.stringify(pathToFileURL(SUBMISSION_PROGRAM).href)});
      const body = readFileSync(${JSON.stringify(body)});
      const before = process.memoryUsage().rss;
      const answer = await prepare(body);
      // The peak, in kilobytes. On Linux, maxRSS starts at the size of the process that spawned this one; VmHWM does not.
      const status = "/proc/self/status";
      const own = existsSync(status) ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, "utf8"))?.[1] : undefined;
      const growth = Number(own ?? process.resourceUsage().maxRSS) * 1024 - before;
      process.stdout.write(JSON.stringify({ answer, growth }));`,
    );
    const { stdout } = spawnSync(process.execPath, [script], { encoding: "utf8" });
    const { answer, growth } = JSON.parse(stdout) as { answer: object; growth: number };
    expect(answer).toEqual({ refused: UNREADABLE, field: "frontImageUrl" });
    expect(growth).toBeLessThan(150 * 1024 * 1024);
    await expectRefused("the bomb", url, UNREADABLE);
  });

  it("does not raise the limit of other calls", async () => {
    const answer = await investor.call("POST", "/api/auth/signin", { email: "x".repeat(2_000_000), password: "x" });
    expect(answer.status).toBe(413);
  });
});

describe("the body of a submission", () => {
  let port: number;
  const cookiesOf = async (client: TestClient): Promise<string> => {
    const answer = await client.call("POST", "/api/auth/signin", { email: client.email, password: "Correct-h0rse!" });
    return [answer.headers["set-cookie"]]
      .flat()
      .map((line) => String(line).split(";")[0])
      .join("; ");
  };
  beforeAll(async () => {
    await test.app.listen({ port: 0, host: "127.0.0.1" });
    port = (test.app.server.address() as AddressInfo).port;
  });

  /** Starts a request whose body the test sends; returns the status or "cut off". */
  async function post(
    client: TestClient,
    headers: Record<string, string>,
    send: (sending: ClientRequest) => void,
  ): Promise<number | "cut off"> {
    const cookie = await cookiesOf(client);
    return new Promise((resolve) => {
      const all = { "content-type": "application/json", cookie, ...headers };
      const sending = request({ port, host: "127.0.0.1", path: PATH, method: "POST", headers: all }, (answer) => {
        resolve(answer.statusCode ?? 0);
        sending.destroy();
      });
      sending.on("error", () => resolve("cut off"));
      send(sending);
    });
  }

  it("is rejected with 413 by its Content-Length alone", { tags: ["S43"] }, async () => {
    const client = await test.signUp();
    expect(await post(client, { "content-length": "40000000" }, (sending) => sending.flushHeaders())).toBe(413);
  });

  it("is read up to the limit without a Content-Length", { tags: ["S43"] }, async () => {
    const client = await test.signUp();
    const status = await post(client, {}, (sending) => {
      for (let sent = 0; sent < 32; sent += 1) sending.write(Buffer.alloc(1024 * 1024, "x"));
    });
    expect(status).toBe(413);
    const form = JSON.stringify({
      documentType: "passport",
      frontImageUrl: toDataUrl("png", await createSmallPicture("png")),
    });
    expect(await post(client, {}, (sending) => (sending.write(form.slice(0, 50)), sending.end(form.slice(50))))).toBe(
      201,
    );
  });

  it("leaves room for others while one investor sends byte by byte", { tags: ["S43"] }, async () => {
    const [slow, other] = [await test.signUp(), await test.signUp()];
    const requests: ClientRequest[] = [];
    const broken = post(slow, { "content-length": "25000000" }, (sending) => {
      requests.push(sending);
      sending.write("{");
    });
    while (requests.length === 0) await nextTurn();
    const url = toDataUrl("jpeg", await createSmallPicture());
    expect((await submit(other, url)).status).toBe(201);
    requests[0]!.destroy();
    expect(await broken).toBe("cut off");
  });

  it("releases its slot when the connection breaks", async () => {
    const client = await test.signUp();
    const url = toDataUrl("jpeg", await createSmallPicture());
    let cut: number | "cut off" = 409;
    // Sometimes the probe is first, and the request itself gets the 409.
    while (cut === 409) {
      let probing = Promise.resolve();
      let isOver = false;
      cut = await post(client, { "content-length": "20000" }, (sending) => {
        sending.write("{");
        probing = (async () => {
          // A 409 for a second upload shows that the server holds a slot for the first.
          while (!isOver && (await submit(client, url.slice(0, 30))).status !== 409) await nextTurn();
          sending.destroy();
        })();
      });
      isOver = true;
      await probing;
    }
    expect(cut).toBe("cut off");
    let answer = await submit(client, url);
    while (answer.status === 409) answer = await submit(client, url);
    expect(answer.status).toBe(201);
  });
});
