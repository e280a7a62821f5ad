import type { FastifyInstance } from "fastify";
import { describeApi } from "./describe-api.ts";
import { renderDocsPage, DOCS_STYLE } from "./docs-page.ts";

/** Serves the API description as JSON and as a page. It is built on the first request. */
export function addOpenApiRoutes(app: FastifyInstance): void {
  let description: { json: string; page: string } | null = null;
  const described = (): { json: string; page: string } => {
    if (description === null) {
      const api = describeApi();
      description = { json: JSON.stringify(api), page: renderDocsPage(api) };
    }
    return description;
  };
  app.get("/api/openapi.json", (_request, reply) => {
    return reply.type("application/json; charset=utf-8").send(described().json);
  });
  app.get("/api/docs", (_request, reply) => reply.type("text/html; charset=utf-8").send(described().page));
  app.get("/api/docs/style.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(DOCS_STYLE));
}
