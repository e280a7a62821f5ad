import type { EvidenceVerdict, PackageTier } from "@wazi/contracts";
import { Link } from "wouter";
import { chooseKeptPlan, describeAfterShare } from "../../content/bot-money.ts";
import { VerdictName } from "../../ui/verdict-name.tsx";
import type { ListedBot } from "./bot-filters.ts";
import * as texts from "../../messages/investments.ts";

interface Grade {
  id: "evidence" | "before-share" | "none" | "not-judged" | "benchmark";
  /** Gives the mark. */
  verdict: EvidenceVerdict;
  name: string;
}

const grades: readonly Grade[] = [
  { id: "evidence", verdict: "both-halves", name: texts.gradeEvidence },
  { id: "before-share", verdict: "none", name: texts.gradeBeforeShare },
  { id: "none", verdict: "none", name: texts.gradeNone },
  { id: "not-judged", verdict: "not-judged", name: texts.gradeNotJudged },
  { id: "benchmark", verdict: "benchmark", name: texts.gradeBenchmark },
];

/** The grade of a bot for a person with this package. A record without figures after the share counts as it is before it. */
function findGrade({ bot, evidence }: ListedBot, tier: PackageTier): Grade["id"] {
  const headline = evidence?.headline;
  const verdict = headline?.verdict ?? "not-judged";
  if (verdict !== "weak" && verdict !== "both-halves") return verdict;
  const after = headline ? describeAfterShare(headline, chooseKeptPlan(bot.place, tier)) : null;
  return after?.hasEvidence === false ? "before-share" : "evidence";
}

/** The grades with their bots; those without a bot are left out. */
export function groupByGrade(bots: readonly ListedBot[], tier: PackageTier): (Grade & { bots: ListedBot[] })[] {
  return grades
    .map((grade) => ({ ...grade, bots: bots.filter((each) => findGrade(each, tier) === grade.id) }))
    .filter((group) => group.bots.length > 0);
}

/** Says at a glance which bots earned more than bills, which did not, and which cannot be judged. */
export function BotGrades({ bots, tier }: { bots: readonly ListedBot[]; tier: PackageTier }) {
  return (
    <section className="rounded-md border border-line bg-surface p-4 sm:p-5" aria-label={texts.gradesTitle}>
      <h2 className="text-18">{texts.gradesTitle}</h2>
      <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-[max-content_minmax(0,1fr)]" data-testid="bot-grades">
        {groupByGrade(bots, tier).map(({ id, verdict, name, bots: listed }) => (
          <div key={id} className="sm:contents">
            <dt className="font-semibold">
              <VerdictName verdict={verdict} name={name} />
            </dt>
            <dd className="flex flex-wrap gap-x-4 max-sm:pl-6">
              {listed.map(({ bot }) => (
                <Link
                  key={bot.id}
                  href={`/bots/${bot.id}`}
                  className="underline decoration-line underline-offset-4 hover:text-primary"
                >
                  {bot.name}
                </Link>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
