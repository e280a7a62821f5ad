import { setImmediate } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { createFileParts } from "../prepared-answers.ts";
import { sendFile, type WebFile } from "../static-files.ts";
import { describePaths, describeService } from "./describe-api.ts";
import { DOCS_END, DOCS_STYLE, renderDocsHead, renderDocsPath } from "./docs-page.ts";

const REVALIDATE = "no-cache";

/**
 * Serves the API description as JSON and as a page. Both are built on the first request, a path at a time so that other requests go
 * on, and kept compressed.
 */
export function addOpenApiRoutes(app: FastifyInstance): void {
  let building: Promise<{ json: WebFile; page: WebFile }> | undefined;
  const built = (): Promise<{ json: WebFile; page: WebFile }> => (building ??= buildFiles());
  app.get("/api/openapi.json", async (request, reply) => sendFile((await built()).json, request, reply));
  app.get("/api/docs", async (request, reply) => sendFile((await built()).page, request, reply));
  app.get("/api/docs/style.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(DOCS_STYLE));
}

async function buildFiles(): Promise<{ json: WebFile; page: WebFile }> {
  const service = describeService();
  const [json, page] = [createFileParts(), createFileParts()];
  json.add(`${JSON.stringify(service).slice(0, -1)},"paths":{`);
  page.add(renderDocsHead(service.info));
  let before = "";
  for (const [path, operations] of describePaths()) {
    json.add(`${before === "" ? "" : ","}${JSON.stringify(path)}:${JSON.stringify(operations)}`);
    await setImmediate();
    page.add(renderDocsPath(path, operations, before));
    before = path;
    await setImmediate();
  }
  json.add("}}");
  page.add(DOCS_END);
  return {
    json: await json.toFile("application/json; charset=utf-8", REVALIDATE),
    page: await page.toFile("text/html; charset=utf-8", REVALIDATE),
  };
}
