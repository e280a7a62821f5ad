import type { ReactNode } from "react";
import { LinkAction } from "../../people/investor/accounts/link-action.tsx";
import { loadRecovery } from "../../people/investor/accounts/load-recovery.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";
import * as texts from "../../messages/accounts.ts";

/** "This was not me": opened from a mail, without signing in. Opening it changes nothing. */
export default function FreezePage() {
  useTitle(texts.freezeAccount);
  return (
    <FreezeByLink
      heading={texts.freezeHeading}
      lead={texts.freezeLead}
      act={async (token) => (await loadRecovery()).freezeByLink(token)}
      done={texts.freezeDoneTitle}
    />
  );
}

interface FreezeByLinkProps {
  heading: string;
  lead: ReactNode;
  /** Effects besides those of a freeze. */
  effects?: readonly string[];
  act: (token: string) => Promise<unknown>;
  done: string;
}

/** Freezes an account with the link of a mail, and may do something else with it. */
export function FreezeByLink({ heading, lead, effects = [], act, done }: FreezeByLinkProps) {
  return (
    <EntryShell>
      <h1 className="text-32">{heading}</h1>
      <p className="mt-2 mb-4 text-muted">{lead}</p>
      <ul className="mb-8 grid list-disc gap-2 pl-5">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
        <li>{texts.freezeEffectSessions}</li>
        <li>{texts.freezeEffectWithdrawals}</li>
        <li>{texts.freezeEffectMoney}</li>
        <li>{texts.freezeEffectEnd}</li>
      </ul>
      <LinkAction
        button={heading}
        pending={texts.freezing}
        look="danger"
        act={async (token) => {
          await act(token);
          return (
            <div className="grid gap-4">
              <Notice look="good" title={done}>
                {texts.freezeDoneText}
              </Notice>
              <TextLink href="/forgot-password">{texts.freezeResetLink}</TextLink>
            </div>
          );
        }}
        afterFailure={
          <p className="text-muted">
            {texts.freezeResetInstead({ link: (text) => <TextLink href="/forgot-password">{text}</TextLink> })}
          </p>
        }
      />
    </EntryShell>
  );
}
