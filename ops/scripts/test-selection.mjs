/** Tests of these projects and folders read sources only. The others start the built product. */
const SOURCE_PROJECTS = new Set(["unit", "api", "debian", "pgbouncer"]);
const SOURCE_FOLDERS = /^(\.\/)?(packages|apps|lab\/commands|tests\/(races|servers|harness))(\/|$)/;
/** Options of vitest whose value may be a separate argument. */
const OPTIONS_WITH_VALUE = new Set([
  "-t",
  "--testNamePattern",
  "--project",
  "--reporter",
  "--outputFile",
  "-c",
  "--config",
]);

/** Other options of vitest that are useful here, and need a value after "=". */
const OPTIONS_WITH_EQUALS = new Set(["--bail", "--retry", "--maxWorkers", "--shard", "--exclude", "--tags-filter"]);
/** Options that stand alone. vitest would take a file after them for their value, and run everything. */
const LONE_OPTIONS = new Map([
  ["-u", "--update=all"],
  ["--update", "--update=all"],
  ["--silent", "--silent=true"],
]);

/** Shuffles the files and the tests in them. */
const SHUFFLE = "--shuffle";

/** Why these arguments are refused: the first that looks like an option and is none of those that may be given, or lacks its value. */
export function findRefusal(args) {
  for (const [index, arg] of args.entries()) {
    const [name] = arg.split("=", 1);
    const isValue = OPTIONS_WITH_VALUE.has(args[index - 1]);
    if (isValue || !name.startsWith("-") || OPTIONS_WITH_VALUE.has(name) || LONE_OPTIONS.has(name)) continue;
    if (name === SHUFFLE && (name === arg || /^\d+$/.test(readSeed(arg)))) continue;
    if (name === SHUFFLE) return `The seed in '${arg}' is not a whole number.`;
    if (!OPTIONS_WITH_EQUALS.has(name)) return `Unknown option '${arg}'. --help says what is allowed.`;
    if (name === arg) return `Option '${arg}' needs a value: ${arg}=VALUE.`;
  }
  return undefined;
}

/** The same selection for vitest. `--shuffle` becomes the two options that it needs, with a seed. */
export function toVitestArguments(args, newSeed = Date.now()) {
  return args.flatMap((arg, index) => {
    if (OPTIONS_WITH_VALUE.has(args[index - 1])) return [arg];
    const seed = arg === SHUFFLE ? String(newSeed) : readSeed(arg);
    return seed === undefined ? [LONE_OPTIONS.get(arg) ?? arg] : ["--sequence.shuffle", `--sequence.seed=${seed}`];
  });
}

function readSeed(arg) {
  return arg.startsWith(`${SHUFFLE}=`) ? arg.slice(SHUFFLE.length + 1) : undefined;
}

/** True if the tests that these arguments of vitest select may need the built server and web app, and a browser. */
export function needsBuild(args) {
  const projects = [];
  const filters = [];
  for (let index = 0; index < args.length; index += 1) {
    const [name, value] = args[index].split("=", 2);
    const isOption = name.startsWith("-");
    const given = isOption && value === undefined && OPTIONS_WITH_VALUE.has(name) ? args[(index += 1)] : value;
    if (name === "--project") projects.push(given);
    if (!isOption) filters.push(args[index]);
  }
  if (projects.length > 0 && projects.every((project) => SOURCE_PROJECTS.has(project))) return false;
  return filters.length === 0 || !filters.every((filter) => SOURCE_FOLDERS.test(filter));
}
