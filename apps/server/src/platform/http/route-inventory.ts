import { allCalls } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";

/** Routes under /api that serve the API documentation and are not calls of the contract. */
const documentationRoutes: ReadonlySet<string> = new Set([
  "GET /api/openapi.json",
  "GET /api/docs",
  "GET /api/docs/style.css",
]);

declare module "fastify" {
  interface FastifyInstance {
    /** Method and path of every route, in order of registration. */
    routeNames: string[];
  }
}

/** Must be called before the first route is registered. */
export function recordRoutes(app: FastifyInstance): void {
  const names: string[] = [];
  app.decorate("routeNames", names);
  app.addHook("onRoute", ({ method, url }) => {
    for (const each of [method].flat()) names.push(`${each} ${url}`);
  });
}

/** Lists routes under /api that are not in the contract and therefore have no permission and no schema. Must be empty. */
export function findUndeclaredRoutes(app: FastifyInstance): string[] {
  const declared = new Set(app.calls.registered.map(({ method, path }) => `${method} ${path}`));
  return app.routeNames.filter((name) => {
    const isApi = /^\w+ \/api(\/|$)/.test(name);
    return isApi && !declared.has(name) && !documentationRoutes.has(name);
  });
}

/** Lists calls of the contract without a route. Must be empty. */
export function findUnansweredCalls(app: FastifyInstance): string[] {
  const answered = new Set(app.calls.registered.map(({ call }) => call));
  return allCalls.filter((call) => !answered.has(call)).map(({ method, path }) => `${method} ${path}`);
}
