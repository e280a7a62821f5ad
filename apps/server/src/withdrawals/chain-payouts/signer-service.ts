import type { ChainSigner } from "./paying-chain.ts";

const ANSWER_TIMEOUT_MS = 60_000;
const MAX_ANSWER_LENGTH = 2_000_000;

/**
 * A signer behind HTTP: it gets the file of a batch at `<url>/<network>`, and answers with the signed file. Its answer is checked
 * like an operator's file, so it cannot pay anyone else.
 */
export function createSignerService(url: string, token: string | undefined): ChainSigner {
  return {
    async sign(network, file) {
      const answer = await fetch(`${url.replace(/\/+$/, "")}/${network}`, {
        method: "POST",
        headers: { "content-type": "text/plain", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
        body: file,
        redirect: "error",
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`the signer answered ${answer.status}`);
      if (text.length > MAX_ANSWER_LENGTH) throw new Error("the signer's answer is too long");
      return text;
    },
  };
}
