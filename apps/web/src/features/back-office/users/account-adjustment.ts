import { adjustAccount, type AccountFigures, type BodyInputOf } from "@wazi/contracts";
import { toCents } from "../../../lib/cents.ts";
// It tells zod not to try whether it could compile, which the policy of the page forbids.
import "../../../lib/schema-resolver.ts";

export const figureNames = ["balance", "totalInvested", "totalProfit"] as const;
export type FigureName = (typeof figureNames)[number];
export type Figures = Pick<AccountFigures, FigureName>;
export type AdjustmentBody = BodyInputOf<typeof adjustAccount>;

export const REASON_MISSING = "Please provide a reason";
export const NO_CHANGES = "Change at least one of the three figures";

/** A figure that was typed over, with what it was at that moment. */
interface EnteredFigure {
  text: string;
  original: string;
}

/** Only what was typed over; the others follow the account. */
export type EnteredFigures = Readonly<Partial<Record<FigureName, EnteredFigure>>>;

const amountPattern = /^-?\d+(\.\d{1,2})?$/;

function isSame(text: string, figure: string): boolean {
  return text === figure || (amountPattern.test(text) && toCents(text) === toCents(figure));
}

/** What was typed into a field. Back at what the figure is, it counts as not typed over. */
export function enterFigure(typed: EnteredFigures, name: FigureName, text: string, figures: Figures): EnteredFigures {
  const { [name]: before, ...others } = typed;
  const original = before?.original ?? figures[name];
  return text.trim() === original ? others : { ...others, [name]: { text, original } };
}

/** Of what was typed over, what has become another figure since: an adjustment would rest on one that is not so any more. */
export function findChangedFigures(typed: EnteredFigures, figures: Figures): FigureName[] {
  return figureNames.filter((name) => typed[name] !== undefined && typed[name].original !== figures[name]);
}

/** Goes on from what the figures are now, with what was typed. */
export function acceptCurrentFigures(typed: EnteredFigures, figures: Figures): EnteredFigures {
  const kept = figureNames.flatMap((name) => {
    const figure = typed[name];
    return figure === undefined || isSame(figure.text.trim(), figures[name])
      ? []
      : [[name, { text: figure.text, original: figures[name] }] as const];
  });
  return Object.fromEntries(kept);
}

/** What was changed alone, and for each what it was when it was typed over: should it have moved since, it is refused. */
export function toAdjustment(typed: EnteredFigures, reason: string): AdjustmentBody {
  const changed = figureNames.flatMap((name) => {
    const figure = typed[name];
    return figure === undefined || isSame(figure.text.trim(), figure.original)
      ? []
      : [{ name, text: figure.text.trim(), original: figure.original }];
  });
  return {
    ...Object.fromEntries(changed.map(({ name, text }) => [name, text])),
    ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
    expected: Object.fromEntries(changed.map(({ name, original }) => [name, original])),
  };
}

/** What is wrong with the figures of an adjustment, at each field the first thing; empty where nothing is. */
export function findProblems(body: AdjustmentBody): Partial<Record<FigureName, string>> {
  if (Object.keys(body.expected ?? {}).length === 0) return { balance: NO_CHANGES };
  const result = adjustAccount.body.safeParse(body);
  if (result.success) return {};
  const problems = result.error.issues.flatMap(({ path, message }) => {
    const name = figureNames.find((each) => each === path[0]);
    return name === undefined ? [] : [[name, message] as const];
  });
  return Object.fromEntries(problems.reverse());
}
