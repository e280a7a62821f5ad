import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The part of the S3 API that the document store uses: one bucket and Signature Version 4, which it verifies itself. */
export interface FakeObjectStore {
  endpoint: string;
  objects: Map<string, Buffer>;
  /** Statuses of the next responses, after which it answers normally again. */
  failing: number[];
  close(): Promise<void>;
}

interface Account {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export async function startFakeObjectStore(account: Account): Promise<FakeObjectStore> {
  const objects = new Map<string, Buffer>();
  const failing: number[] = [];
  const server: Server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const status = failing.shift() ?? answerTo(request, body);
      const found = status === 200 && request.method === "GET" ? objects.get(request.url ?? "") : undefined;
      response.writeHead(status).end(found);
    });
  });
  const answerTo = (request: IncomingMessage, body: Buffer): number => {
    const url = request.url ?? "";
    if (!isSigned(request, body, account)) return 403;
    if (!url.startsWith(`/${account.bucket}/`)) return 404;
    if (request.method === "PUT") objects.set(url, body);
    if (request.method === "GET") return objects.has(url) ? 200 : 404;
    if (request.method === "DELETE") return objects.delete(url) ? 204 : 204;
    return request.method === "PUT" ? 200 : 405;
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    failing,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");

const hmac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();

/** Follows "Authenticating Requests (AWS Signature Version 4)" in the Amazon S3 API Reference. */
function isSigned(request: IncomingMessage, body: Buffer, account: Account): boolean {
  const { headers } = request;
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([\da-f]{64})$/;
  const [, id, day = "", region = "", signed = "", signature] = form.exec(headers.authorization ?? "") ?? [];
  const names = signed.split(";");
  if (id !== account.accessKeyId || region !== account.region || headers["x-amz-content-sha256"] !== sha256(body))
    return false;
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => names.includes(name))) return false;
  const canonical = [
    request.method,
    request.url,
    "",
    ...names.map((name) => `${name}:${String(headers[name])}`),
    "",
    signed,
    sha256(body),
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", String(headers["x-amz-date"]), scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${account.secretAccessKey}`);
  return hmac(key, text).toString("hex") === signature;
}
