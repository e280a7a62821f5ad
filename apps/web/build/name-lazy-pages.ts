import { posix } from "node:path";
import type { Plugin } from "vite";

/** Matches `lazyPage(() => import("./pages/x.tsx"))`, with or without a type argument. */
const lazyPageCall = /(lazyPage(?:<[^>]*>)?\(\(\) => import\("([^"]+)"\))\)/g;

/** Gives each lazy page the path of its source file. The manifest of the client build finds its chunk by that path. */
export function nameLazyPages(): Plugin {
  return {
    name: "name-lazy-pages",
    enforce: "pre",
    transform: {
      filter: { id: /web\/src\/app\/[\w-]+\.tsx?$/, code: "lazyPage" },
      handler(code, id) {
        const folder = posix.dirname(id).replace(/^.*\/web\/src\//, "src/");
        return code.replace(lazyPageCall, (_, call: string, path: string) => {
          return `${call}, ${JSON.stringify(posix.join(folder, path))})`;
        });
      },
    },
  };
}
