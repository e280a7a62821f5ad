// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const allClearThereNoPending = "All clear. There are no pending requests.";
export const allPendingPending = ({ pending }: { pending: Value }) =>
  `All ${pending} pending`;
export const alreadyDecided = "Already decided.";
export const cancel = "Cancel";
export const clear = "Clear";
export const clearFilters = "Clear filters";
export const close = "Close";
export const connectionLostThisDataFrom = ({ time }: { time: Value }) =>
  `Connection lost. This data is from ${time}`;
export const countNoun = ({ noun, count }: { noun: string; count: number }) =>
  `${(noun === "deposit" ? `${(count === 1 ? `${count.toLocaleString("en")} deposit` : `${count.toLocaleString("en")} deposits`)}` : noun === "withdrawal" ? `${(count === 1 ? `${count.toLocaleString("en")} withdrawal` : `${count.toLocaleString("en")} withdrawals`)}` : noun === "verification" ? `${(count === 1 ? `${count.toLocaleString("en")} verification` : `${count.toLocaleString("en")} verifications`)}` : noun === "investor" ? `${(count === 1 ? `${count.toLocaleString("en")} investor` : `${count.toLocaleString("en")} investors`)}` : "")}`;
export const countOfCannotBeDecidedHere = ({ countOf }: { countOf: Value }) =>
  `${countOf} cannot be decided here`;
export const countOfOfCountof2 = ({ countOf, part, countOf2 }: { countOf: Value; part: ReactNode; countOf2: Value }) =>
  join(countOf, part, ", of ", countOf2);
export const countOfSelected = ({ countOf }: { countOf: Value }) =>
  `${countOf} selected`;
export const csvLabelWithCurrentFilters = ({ span, label }: { span: Wrap; label: Value }) =>
  join("CSV", span(join(" of ", label, " with current filters")));
export const deciding = "Deciding…";
export const detailsOfName = ({ name }: { name: Value }) =>
  `Details of ${name}`;
export const doneOfCountofParticiple = ({ done, countOf, participle, state, failed }: { done: Value; countOf: Value; participle: Value; state: string; failed: Value }) =>
  `${done} of ${countOf} ${participle}${(state === "yes" ? "" : `, ${failed} not`)}.`;
export const filters = "Filters";
export const firstPage = "First page";
export const forSumcents = ({ sumCents }: { sumCents: Value }) =>
  `for $${sumCents}`;
export const fromUtc = "From (UTC)";
export const goToFirstPage = "Go to first page";
export const hideFilters = "Hide filters";
export const keyboardShortcuts = "Keyboard shortcuts";
export const keyboardShortcuts2 = "Keyboard shortcuts (?)";
export const largestFirst = "Largest first";
export const m41l5555 = "M4 1l5 5-5 5";
export const m8136l55 = "M8 1 3 6l5 5";
export const m9146l55m1 = "M9 1 4 6l5 5M1.500 1v10";
export const nameAToZ = "Name, A to Z";
export const nameZToA = "Name, Z to A";
export const newestFirst = "Newest first";
export const nextPage = "Next page";
export const nextRow = "Next row";
export const noAnswerLookAtThis = "No answer. Look at this one before you try again.";
export const noResultsForSearch = ({ search }: { search: Value }) =>
  `No results for “${search}”.`;
export const noResultsForTheseFilters = "No results for these filters.";
export const noneSelectedNounSCan = ({ noun }: { noun: string }) =>
  `${(noun === "deposit" ? "None of the selected deposits can be decided here." : noun === "withdrawal" ? "None of the selected withdrawals can be decided here." : noun === "verification" ? "None of the selected verifications can be decided here." : "")}`;
export const notTried = "✗ Not tried.";
export const nounOfUser = ({ noun, user }: { noun: string; user: Value }) =>
  `${(noun === "deposit" ? `deposit of ${user}` : noun === "withdrawal" ? `withdrawal of ${user}` : noun === "verification" ? `verification of ${user}` : "")}`;
export const nounSToBeDecided = ({ noun }: { noun: string }) =>
  `${(noun === "deposit" ? "Deposits to be decided" : noun === "withdrawal" ? "Withdrawals to be decided" : noun === "verification" ? "Verifications to be decided" : "")}`;
export const ofTotal = ({ total }: { total: Value }) =>
  `of ${total}`;
export const oldestFirst = "Oldest first";
export const openRow = "Open row";
export const pages = "Pages";
export const pendingFirst = "Pending first";
export const previousPage = "Previous page";
export const previousRow = "Previous row";
export const search = "Search";
export const select = "Select";
export const selectAllPendingPendingOn = ({ pending }: { pending: Value }) =>
  `Select all ${pending} pending on this page`;
export const selectRowWhereSeveralCan = "Select row, where several can be decided";
export const selectTheName = ({ name }: { name: Value }) =>
  `Select the ${name}`;
export const selectedNounS = ({ noun }: { noun: string }) =>
  `${(noun === "deposit" ? "Selected deposits" : noun === "withdrawal" ? "Selected withdrawals" : noun === "verification" ? "Selected verifications" : "")}`;
export const shortcutsOffWhileYouType = "Shortcuts are off while you type or while a dialog is open.";
export const showAll = "Show all";
export const showKeyboardShortcuts = "Show keyboard shortcuts";
export const smallestFirst = "Smallest first";
export const sortBy = "Sort by";
export const theReasonBesideEachThem = "The reason is beside each of them. They stay selected.";
export const thisPageIsEmptyNow = "This page is empty now.";
export const toUtc = "To (UTC)";
export const youCanCloseThisWindow = "You can close this window.";
