import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { text as readText } from "node:stream/consumers";
import type { HttpAnswer, HttpClient } from "../harness/http-client.ts";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Longer than an upload of both images takes on a busy machine. */
const ANSWER_MS = 120_000;

export interface Visitor extends HttpClient {
  /** The lines of the last answer's Set-Cookie. */
  setCookies(): readonly string[];
  /** Opens a request whose answer is read by the caller. */
  open(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<IncomingMessage>;
}

export interface Site {
  port: number;
  /** The name in the address bar. It is not looked up: the proxy is on this machine. */
  name: string;
  /** The file of the certificate that is trusted. */
  certificate: string;
}

/** A visitor over TLS who comes from a loopback address of their own, so that addresses can be told apart. */
export function createVisitor({ port, name, certificate }: Site, address: string): Visitor {
  const cookies = new Map<string, string>();
  const ca = readFileSync(certificate);
  let setCookies: string[] = [];
  const open: Visitor["open"] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
      const sent = request(
        {
          ...{ host: "127.0.0.1", port, servername: name, ca, localAddress: address, method, path },
          headers: {
            host: name,
            origin: `https://${name}`,
            ...(cookie && { cookie }),
            ...(body !== undefined && {
              "content-type": "application/json",
              "content-length": String(Buffer.byteLength(body)),
            }),
            ...headers,
          },
        },
        resolve,
      );
      sent.once("error", reject);
      sent.end(body);
    });
  return {
    cookies,
    open,
    setCookies: () => setCookies,
    async call(method, path, body, headers): Promise<HttpAnswer> {
      const startedAt = performance.now();
      const json = body === undefined ? undefined : JSON.stringify(body);
      const answer = await open(method, path, json, headers);
      answer.setTimeout(ANSWER_MS, () => answer.destroy(new Error(`no answer within ${ANSWER_MS} ms`)));
      const text = await readText(answer);
      setCookies = answer.headers["set-cookie"] ?? [];
      for (const line of setCookies) {
        const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "") cookies.delete(key);
        else cookies.set(key, value);
      }
      const isJson = (answer.headers["content-type"] ?? "").includes("json");
      const pairs = Object.entries(answer.headersDistinct).flatMap(([key, values]) =>
        (values ?? []).map((value): [string, string] => [key, value]),
      );
      return {
        status: answer.statusCode ?? 0,
        text,
        headers: new Headers(pairs),
        body: (isJson ? JSON.parse(text) : undefined) as never,
        afterMs: Math.round(performance.now() - startedAt),
      };
    },
  };
}

export interface Certificate {
  certificate: string;
  key: string;
  /** The certificate and its key in one file, as HAProxy reads them. */
  both: string;
}

/** Makes a self-signed certificate for names and addresses, such as "DNS:wazi.example" or "IP:127.0.0.1". */
export function makeCertificate(folder: string, name: string, subjects: readonly string[]): Certificate {
  const files = {
    certificate: join(folder, `${name}.crt`),
    key: join(folder, `${name}.key`),
    both: join(folder, `${name}.pem`),
  };
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=${subjects.join(",")} -keyout ${files.key} -out ${files.certificate}`;
  const { status, stderr } = spawnSync("openssl", args.split(" "), { encoding: "utf8" });
  if (status !== 0) throw new Error(`openssl: ${stderr}`);
  writeFileSync(files.both, readFileSync(files.certificate, "utf8") + readFileSync(files.key, "utf8"), { mode: 0o600 });
  return files;
}
