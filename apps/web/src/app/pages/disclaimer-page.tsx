import type { PublicSettings } from "@wazi/contracts";
import { usePublicSettings } from "../../features/market-data/api.ts";
import { describeFeed, describeLosingAccounts } from "../../features/market-data/risk-text.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";

export default function DisclaimerPage() {
  const settings = usePublicSettings();
  const known = settings.status === "ready" ? settings.data : null;
  return (
    <Article title="Disclaimer" lead="What you should know before any money moves. It is short: please read all of it.">
      <ArticlePart title="You can lose money">
        <p>
          Trading can lose money, some or all of what you put in. Bots lose too: a loss lowers the value of your
          position and is shown as a loss. A stop-loss closes at the price of that moment, which can be worse than the
          level that you set.
        </p>
        {known === null ? null : <p>{describeLosingAccounts(known.losingAccountsPct)}</p>}
      </ArticlePart>
      <ArticlePart title="Past results">
        <p>
          Past results do not predict future ones. A figure that a bot has earned here says on which prices and over
          what time. A figure under the tag Sample is of the catalogue and was earned by nobody.
        </p>
      </ArticlePart>
      <ArticlePart title="What is real here">
        <FeedMeanings settings={known} />
      </ArticlePart>
      <ArticlePart title="No advice">
        <p>
          Nothing here is advice for your own situation, and nobody here knows it. Put in only what you can afford to
          lose.
        </p>
      </ArticlePart>
      <ArticlePart title="What the platform takes">
        <p>
          A part of your profit, 10 to 30 per cent by your plan, and only once a loss has been made up. Nothing for
          depositing, holding or withdrawing. You are never asked to pay in order to withdraw.
        </p>
      </ArticlePart>
      <ArticlePart title="Who runs it">
        <Operator settings={known} />
        <p>
          How it keeps your data: <TextLink href="/security">Security</TextLink>. How it has been running:{" "}
          <TextLink href="/status">Status</TextLink>.
        </p>
      </ArticlePart>
    </Article>
  );
}

function FeedMeanings({ settings }: { settings: PublicSettings | null }) {
  return (
    <>
      {settings === null ? null : <p className="font-semibold">{describeFeed(settings)}</p>}
      <dl className="grid gap-3.5">
        {[
          ["Simulated", "Prices are made by a program. No market has ever had them."],
          ["Replay", "Real prices of the past, played again, faster than they came."],
          ["Live", "Prices as a market has them now."],
          [
            "Paper",
            "Orders are filled by reckoning, with spread and fees. None goes to a market, and no real money is won or lost.",
          ],
        ].map(([name, meaning]) => (
          <div key={name}>
            <dt className="inline font-semibold">{name}: </dt>
            <dd className="inline">{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Operator({ settings }: { settings: PublicSettings | null }) {
  if (settings === null) return <p>Shown as soon as the server answers.</p>;
  const { operator, mode } = settings;
  if (operator === null) {
    return (
      <p>
        {mode === "demo"
          ? "This is a demonstration. Its money is paper money and its deposit addresses belong to test networks: send no real coins to them. No licensed operator stands behind it."
          : "The operator is not named."}
      </p>
    );
  }
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {[
        ["Operator", operator.name],
        ["Supervised by", operator.regulator],
        ["Licence", operator.licence],
        ["Countries served", operator.countriesServed.join(", ")],
      ].map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
