import { posix } from "node:path";
import type { Plugin } from "vite";

/** `lazyPage(() => import("./pages/x.tsx"))`, with or without the type of what the page is given. */
const lazyPageCall = /(lazyPage(?:<[^>]*>)?\(\(\) => import\("([^"]+)"\))\)/g;

/** Tells each lazy page its source file, by which the manifest of the client's build knows its chunk. */
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
