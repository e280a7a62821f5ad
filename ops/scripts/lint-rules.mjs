/** Rules of this repository, as a plugin of oxlint. `.oxlintrc.json` says where each applies. */

const SQL_MESSAGE = "SQL belongs in a store.ts; call one of its functions.";
const COLUMN_MESSAGE = "A column's name belongs in a store.ts; use camel case here.";
const DATE_MESSAGE = "Take `now` as an argument: a replay must be exact.";
const COMMENT_MESSAGE = 'A comment does not open with What, Who, Whether or Of: say "True if …" or "The …".';
const DAY_MESSAGE =
  "The length of a day is DAY_MS or DAY_SECONDS of @wazi/contracts (packages/domain/src/durations.ts).";
const TEXT_MESSAGE = "A refusal's text belongs in packages/contracts/messages/en/server.";
const SLEEP_MESSAGE = "Wait for the condition that this time stands for (eventually, expect.poll).";

/** The kinds of an investor's ledger accounts, which are part of their codes. */
const ACCOUNT_KINDS = new Set(["deposit_funds", "profit_funds", "withdrawal_hold", "running_profit"]);
const OPENS_WITH_QUESTION = /^[\s*]*(What|Who|Whom|Whose|Whether|Of)\b/;
/** A day in seconds and in milliseconds. */
const DAY_LENGTHS = new Set([86_400, 86_400_000]);
const HOUR_LENGTHS = new Map([
  ["HOUR", 3_600],
  ["HOUR_SECONDS", 3_600],
  ["HOUR_MS", 3_600_000],
]);
/** Errors whose text a person reads who used the API. */
const REFUSALS = new Set(["AppError", "RecipientRefusedError", "ShortageError", "SignedFileError", "StatementError"]);
const WORDS = /\p{L}{2}.*\s|\s.*\p{L}{2}/u;
const TIMER_MODULES = new Set(["node:timers/promises", "timers/promises"]);
const SNAKE_CASE = /^[a-z0-9]+(_[a-z0-9]+)+$/;

const sqlInStores = {
  create: (context) => ({
    TaggedTemplateExpression(node) {
      if (node.tag.object?.name !== "String") context.report({ node, message: SQL_MESSAGE });
    },
    CallExpression(node) {
      if (node.callee.property?.name === "unsafe") context.report({ node, message: SQL_MESSAGE });
    },
  }),
};

const columnsInStores = {
  create(context) {
    const check = (node, name) => {
      if (typeof name !== "string" || !SNAKE_CASE.test(name) || ACCOUNT_KINDS.has(name)) return;
      context.report({ node, message: COLUMN_MESSAGE });
    };
    const checkKey = ({ key }) => {
      if (key.type === "Identifier") check(key, key.name);
    };
    return {
      Property: checkKey,
      TSPropertySignature: checkKey,
      MemberExpression({ computed, property }) {
        if (!computed) check(property, property.name);
        else if (property.type === "Literal") check(property, property.value);
      },
    };
  },
};

const daysHaveOneHome = {
  create(context) {
    const check = (node) => {
      const isPart = node.parent.type === "BinaryExpression" && DAY_LENGTHS.has(computeProduct(node.parent));
      if (DAY_LENGTHS.has(computeProduct(node)) && !isPart) context.report({ node, message: DAY_MESSAGE });
    };
    return { Literal: check, BinaryExpression: check };
  },
};

/** The product of numbers; null when something else is in it. An hour's constant counts as its number. */
function computeProduct(node) {
  if (node.type === "Literal") return typeof node.value === "number" ? node.value : null;
  if (node.type === "Identifier") return HOUR_LENGTHS.get(node.name) ?? null;
  if (node.type !== "BinaryExpression" || node.operator !== "*") return null;
  const [left, right] = [computeProduct(node.left), computeProduct(node.right)];
  return left === null || right === null ? null : left * right;
}

const commentsOpenPlainly = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (OPENS_WITH_QUESTION.test(comment.value)) context.report({ loc: comment.loc, message: COMMENT_MESSAGE });
      }
    },
  }),
};

const noCurrentDate = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.name === "Date" && node.arguments.length === 0) context.report({ node, message: DATE_MESSAGE });
    },
  }),
};

/** The text may be an argument, or a constant of the file that is one. */
const refusalsInCatalogues = {
  create(context) {
    const constants = new Map();
    const given = [];
    return {
      VariableDeclarator({ id, init }) {
        const text = id.type === "Identifier" ? findText(init) : undefined;
        if (text) constants.set(id.name, text);
      },
      NewExpression({ callee, arguments: values }) {
        if (REFUSALS.has(callee.name)) given.push(...values);
      },
      CallExpression({ callee, arguments: values }) {
        if (callee.type === "Identifier" && callee.name.startsWith("refuse")) given.push(...values);
      },
      "Program:exit"() {
        const found = given.map((value) => findText(value) ?? constants.get(value.name));
        for (const node of new Set(found)) if (node) context.report({ node, message: TEXT_MESSAGE });
      },
    };
  },
};

/** The first text of several words in a value, also where it chooses, joins or lists texts. */
function findText(node) {
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "string" && WORDS.test(node.value) ? node : undefined;
    case "TemplateLiteral":
      return node.quasis.some(({ value }) => WORDS.test(value.raw)) ? node : undefined;
    case "ConditionalExpression":
      return findText(node.consequent) ?? findText(node.alternate);
    case "BinaryExpression":
    case "LogicalExpression":
      return findText(node.left) ?? findText(node.right);
    case "ObjectExpression":
      return node.properties.map(({ value }) => findText(value)).find(Boolean);
    default:
      return undefined;
  }
}

/** A wait between two looks at a condition is allowed, in a loop that does not count its rounds. */
const noFixedSleeps = {
  create(context) {
    const sleeps = new Set();
    const report = (node) => {
      if (!isInPolling(node)) context.report({ node, message: SLEEP_MESSAGE });
    };
    return {
      ImportDeclaration({ source, specifiers }) {
        if (!TIMER_MODULES.has(source.value)) return;
        for (const { imported, local } of specifiers) if (imported?.name === "setTimeout") sleeps.add(local.name);
      },
      CallExpression(node) {
        const { callee, parent } = node;
        if (sleeps.has(callee.name) || callee.property?.name === "waitForTimeout") report(node);
        else if (callee.name === "setTimeout" && isPromiseOfTime(node)) report(parent);
      },
    };
  },
};

/** True for the call in `new Promise((resolve) => setTimeout(resolve, 100))`. Without a time, it waits for a turn of the event loop. */
function isPromiseOfTime({ arguments: [callback, time], parent }) {
  const executor = parent.type === "ArrowFunctionExpression" ? parent : null;
  if (time === undefined || executor?.parent.callee?.name !== "Promise") return false;
  return callback?.type === "Identifier" && executor.params[0]?.name === callback.name;
}

function isInPolling(node) {
  for (let each = node; each; each = each.parent) {
    if (["WhileStatement", "DoWhileStatement"].includes(each.type)) return true;
    if (each.type === "ForStatement" && each.update === null) return true;
    if (each.type.includes("Function") && each.parent.callee?.name !== "Promise") return false;
  }
  return false;
}

export default {
  meta: { name: "wazi" },
  rules: {
    "sql-in-stores": sqlInStores,
    "columns-in-stores": columnsInStores,
    "no-current-date": noCurrentDate,
    "comments-open-plainly": commentsOpenPlainly,
    "days-have-one-home": daysHaveOneHome,
    "no-fixed-sleeps": noFixedSleeps,
    "refusals-in-catalogues": refusalsInCatalogues,
  },
};
