import type { AnswerOf, BodyInputOf, Call } from "@wazi/contracts";
import { ApiError, fillPath } from "./api-client.ts";

/** Uploads over slow connections take time; after this long they are cancelled. */
const UPLOAD_TIMEOUT_MS = 180_000;

/**
 * Makes a call with a large body and reports the sent share from 0 to 1, which `fetch` cannot do. Rejects like `call`:
 * with `ApiError` for an answer other than 2xx, with a `TypeError` without one.
 */
export function callWithProgress<C extends Call>(
  definition: C,
  body: BodyInputOf<C>,
  onProgress: (share: number) => void,
): Promise<AnswerOf<C>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(definition.method, fillPath(definition.path));
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", "application/json");
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      const { status, responseText, statusText } = request;
      if (status < 200 || status > 299) reject(new ApiError(status, responseText || statusText));
      else resolve((responseText === "" ? undefined : JSON.parse(responseText)) as AnswerOf<C>);
    };
    request.onerror = () => reject(new TypeError("The server did not respond"));
    request.ontimeout = request.onerror;
    request.send(JSON.stringify(body));
  });
}
