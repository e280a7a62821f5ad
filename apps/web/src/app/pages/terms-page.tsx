import { TERMS_VERSION } from "@wazi/contracts";
import { usePublicSettings } from "../../features/market-data/api.ts";
import { useTitle } from "../../lib/use-title.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";

/** A change of these texts needs a new TERMS_VERSION, so that everyone is asked again. */
export default function TermsPage() {
  useTitle("Terms");
  return (
    <Article
      title="Terms"
      lead={`The rules between you and this platform, in plain English. Version ${TERMS_VERSION}. When they change, we ask you again.`}
    >
      <ArticlePart title="Who runs this">
        <Operator />
      </ArticlePart>
      <ArticlePart title="Your account">
        <ul className="grid list-disc gap-2 pl-5">
          <li>You must be at least 18 years old, and give your own name, country and date of birth.</li>
          <li>One person, one account. Keep your password to yourself. We never ask for it.</li>
          <li>
            Tell us at once when someone else used your account. Each mail about security has a link that freezes it.
          </li>
        </ul>
      </ArticlePart>
      <ArticlePart title="What can happen to your money">
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            Bots trade with the money that you give them. They can lose it, all of it included. Past results do not
            predict future ones.
          </li>
          <li>You never owe more than you put in.</li>
          <li>Money in your balance is not invested, earns no interest, and is not insured.</li>
          <li>
            From profit above what you put in, the platform keeps 30 %, 20 % or 10 %. The share is fixed when you
            activate a bot. A loss is made up first, per bot.
          </li>
        </ul>
      </ArticlePart>
      <ArticlePart title="Deposits and withdrawals">
        <ul className="grid list-disc gap-2 pl-5">
          <li>Each deposit has an address of its own. A late payment is still yours: we credit it when we see it.</li>
          <li>
            You can ask for your money at any time. An administrator pays it out. No time is promised; the{" "}
            <TextLink href="/status">status page</TextLink> shows how long it took.
          </li>
          <li>The network fee of a withdrawal is covered. Never send money to receive a withdrawal.</li>
          <li>
            After a change of your password, second factor or e-mail address, withdrawals wait 24 hours; after a freeze,
            up to 7 days. No hold lasts for ever.
          </li>
          <li>An identity check never stands between you and a withdrawal.</li>
        </ul>
      </ArticlePart>
      <ArticlePart title="What we may do">
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            We may deactivate an account, and we tell you the reason. Your bots are closed, and you can still sign in,
            download your statements and withdraw.
          </li>
          <li>
            We may correct a mistake with an adjustment. It is an entry in your statement with its reason, never hidden.
          </li>
          <li>We may pause a bot. Taking money out of it always works.</li>
        </ul>
      </ArticlePart>
      <ArticlePart title="Leaving">
        <p>
          You can delete your account on your profile page when it holds no money and has no pending requests. The{" "}
          <TextLink href="/privacy">privacy notice</TextLink> says what happens to each kind of data.
        </p>
      </ArticlePart>
    </Article>
  );
}

function Operator() {
  const settings = usePublicSettings();
  const operator = settings.status === "ready" ? settings.data.operator : null;
  if (operator) {
    return (
      <p>
        {operator.name}, supervised by {operator.regulator}, licence {operator.licence}. It serves residents of{" "}
        {operator.countriesServed.join(", ")}.
      </p>
    );
  }
  return (
    <p>
      This installation is a demo with paper money. No company offers it as a service, and nothing here is real money. A
      platform with real money names its operator, regulator and licence here.
    </p>
  );
}
