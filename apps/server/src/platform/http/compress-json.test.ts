import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { getCurrentUser, getMarketPrices, listUsers, startAuthenticator, type Call } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { compressJson, isCompressible } from "./compress-json.ts";

const LONG = JSON.stringify(Array.from({ length: 200 }, (_, index) => ({ symbol: `S${index}`, price: "1.00" })));

async function compressed(call: Call, accept: string | undefined, json = LONG) {
  const made = compressJson(call, json, accept);
  return made && { name: made.name, bytes: await made.bytes };
}

describe("compressed answers", () => {
  it("use the best encoding that the client accepts, and are the same text", async () => {
    const brotli = await compressed(getMarketPrices, "gzip, deflate, br, zstd");
    expect(brotli?.name).toBe("br");
    expect(brotliDecompressSync(brotli!.bytes).toString()).toBe(LONG);
    expect(brotli!.bytes.length * 5).toBeLessThan(LONG.length);
    const zipped = await compressed(getMarketPrices, "gzip");
    expect(zipped?.name).toBe("gzip");
    expect(gunzipSync(zipped!.bytes).toString()).toBe(LONG);
  });

  it("are not made for short answers and clients that accept none", async () => {
    expect(await compressed(getMarketPrices, "br", "[]")).toBeUndefined();
    expect(await compressed(getMarketPrices, undefined)).toBeUndefined();
    expect(await compressed(getMarketPrices, "br;q=0, identity")).toBeUndefined();
  });

  it("are shared by public calls that arrive together, never by users", () => {
    expect(compressJson(getMarketPrices, LONG, "br")).toBe(compressJson(getMarketPrices, LONG, "br"));
    expect(compressJson(getCurrentUser, LONG, "br")).not.toBe(compressJson(getCurrentUser, LONG, "br"));
  });

  it("are for reading calls of investors and the public only", () => {
    expect(isCompressible(getMarketPrices)).toBe(true);
    expect(isCompressible(getCurrentUser)).toBe(true);
    // Texts of many users together.
    expect(isCompressible(listUsers)).toBe(false);
    // A secret key.
    expect(isCompressible(startAuthenticator)).toBe(false);
  });
});
