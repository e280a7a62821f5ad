import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { AppError } from "../../platform/base/app-error.ts";
import { assertDocumentId, type DocumentStore } from "./document-files.ts";
import type { BucketSettings } from "../settings.ts";
import * as texts from "../../messages/people.ts";

/** Retries after a 5xx or 429, with a random wait that doubles each time. */
const RETRIES = 2;
/** Covers one call including its retries. */
const CALL_TIMEOUT_MS = 15_000;

/**
 * Stores documents in a bucket of any S3-compatible service. AWS Signature Version 4 also covers the content.
 * @throws AppError BUSY when the service is unavailable · Error when it rejects the request
 */
export function openDocumentBucket(settings: BucketSettings): DocumentStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: RETRIES });
  const addressOf = (id: string): string => {
    assertDocumentId(id);
    return `${settings.endpoint}/${settings.bucket}/${id}.sealed`;
  };
  const call = async (method: string, id: string, content?: Uint8Array): Promise<Response> => {
    const sha256 = createHash("sha256")
      .update(content ?? "")
      .digest("hex");
    const answer = await client
      .fetch(addressOf(id), {
        method,
        headers: { "x-amz-content-sha256": sha256 },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
        ...(content === undefined ? {} : { body: new Uint8Array(content) }),
      })
      .catch((): never => {
        throw storeUnavailable();
      });
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    if (answer.status >= 500 || answer.status === 429) throw storeUnavailable();
    throw new Error(`The document store rejected a ${method} with ${answer.status}`);
  };
  return {
    async put(id, bytes) {
      const answer = await call("PUT", id, bytes);
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The document store has no bucket ${settings.bucket}`);
    },
    async get(id) {
      const answer = await call("GET", id);
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      await answer.body?.cancel();
      return undefined;
    },
    async delete(id) {
      await (await call("DELETE", id)).body?.cancel();
    },
  };
}

function storeUnavailable(): AppError {
  return new AppError("BUSY", texts.documentsUnavailable);
}
