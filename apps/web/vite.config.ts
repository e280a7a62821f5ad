import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The two faces that every page starts with; their hashed names are known only once the bundle is made. */
const preloadedFonts = /(inter-latin-wght|bricolage-grotesque-latin-wght)-normal.*\.woff2$/;

function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((fileName) => preloadedFonts.test(fileName))
          .map((fileName) => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${fileName}`, crossorigin: "" },
            injectTo: "head" as const,
          }));
      },
    },
  };
}

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
}

interface CallNode extends SyntaxNode {
  callee: { name?: string };
  arguments: { properties?: { key?: { name?: string }; value: SyntaxNode }[] }[];
}

/** Every `defineCall(…)` under a node, wherever it stands. */
function findDefinitions(node: unknown, found: CallNode[] = []): CallNode[] {
  if (typeof node !== "object" || node === null) return found;
  const call = node as CallNode;
  if (call.type === "CallExpression" && call.callee.name === "defineCall") found.push(call);
  for (const child of Object.values(node)) findDefinitions(child, found);
  return found;
}

/**
 * The server checks its answers; the web app only needs their types. Without their schemas nothing of zod but what the
 * forms check with is sent, and the pages without a form get none of it.
 */
function leaveOutAnswerSchemas(): Plugin {
  return {
    name: "leave-out-answer-schemas",
    apply: "build",
    transform: {
      filter: { id: /packages\/contracts\/src\/[\w-]+\.ts$/, code: "defineCall(" },
      handler(code) {
        const answers = findDefinitions(this.parse(code))
          .flatMap((definition) => definition.arguments[0]?.properties ?? [])
          .filter((property) => property.key?.name === "answers")
          .map((property) => property.value)
          .sort((first, second) => second.start - first.start);
        return {
          code: answers.reduce((text, { start, end }) => `${text.slice(0, start)}{}${text.slice(end)}`, code),
          map: null,
        };
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), leaveOutAnswerSchemas()],
  build: {
    // The policy is default-src 'self': a data: font or picture would be refused, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:3000" } },
});
