import type { Operations } from "@wazi/contracts";
import { Facts } from "./facts.tsx";
import { counted } from "./operations-words.ts";

/** How many answers the API gave, and how many of them were its own failures. */
export function AnswersFacts({ answers }: { answers: Operations["answers"] }) {
  return (
    <Facts
      facts={[
        { name: "Last 15 minutes", value: <Share {...answers.last15Minutes} /> },
        { name: "Last 24 hours", value: <Share {...answers.last24Hours} /> },
      ]}
    />
  );
}

function Share({ answers, serverErrors }: Operations["answers"]["last24Hours"]) {
  return (
    <span className="figure">
      <span className={serverErrors === 0 ? undefined : "font-semibold text-loss"}>
        {counted(serverErrors, "server error")}
      </span>{" "}
      of {counted(answers, "answer")}
    </span>
  );
}
