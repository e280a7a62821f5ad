/** The scripts are plain JavaScript without types. */
const script = (await import(new URL("../../ops/scripts/wazi.mjs", import.meta.url).href)) as {
  commands: Record<string, string>;
  fileOf: (name: string) => string;
};
const table = (await import(new URL("../../ops/scripts/programs.mjs", import.meta.url).href)) as {
  programs: Record<string, string | undefined>;
};

/** The commands of `npm run wazi`: what each does, by its name, and its script. */
export const { commands, fileOf } = script;
/** The commands that are built programs, which read their own arguments. */
export const { programs } = table;
