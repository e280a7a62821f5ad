import { useState } from "react";
import { explain } from "../../content/explained-terms.ts";
import { Button, LinkButton, type ButtonLook } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { WhatIs } from "../../ui/what-is.tsx";
import { DownloadLink } from "../../ui/download-link.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { toast } from "../../ui/toast-store.ts";
import { SampleGroup } from "./sample-group.tsx";

const looks: readonly ButtonLook[] = ["primary", "secondary", "quiet", "danger", "on-panel"];

export function ActionSamples() {
  return (
    <SampleGroup name="Actions">
      {looks.map((look) => (
        <div key={look} className="flex flex-wrap gap-3">
          <Button look={look}>{look}</Button>
          <Button look={look} disabled>
            disabled
          </Button>
          <Button look={look} pending pendingLabel="Waiting...">
            pending
          </Button>
          <LinkButton look={look} href="/dev/ui">
            link
          </LinkButton>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text="Copied from the gallery" label="Copy" />
        <TextLink href="/dev/ui">A link in a text</TextLink>
        <DownloadLink href="/favicon.svg" label="Download the sign as SVG">
          SVG
        </DownloadLink>
        <Button look="secondary" onClick={() => toast.good("Bot Activated", "It trades from now on.")}>
          Good toast
        </Button>
        <Button look="secondary" onClick={() => toast.bad("Activation Failed", "Nothing was taken.")}>
          Bad toast
        </Button>
        <DialogSample />
      </div>
      <p>
        Drawdown <WhatIs {...explain("drawdown")} />
      </p>
      <TabsSample />
    </SampleGroup>
  );
}

function DialogSample() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Dialog
      </Button>
      {isOpen ? (
        <Dialog title="Transfer from Investment Fund" onClose={close}>
          <p>Bots with allocation below USD 100 are automatically disabled.</p>
          <DialogActions>
            <Button look="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Transfer</Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </>
  );
}

function TabsSample() {
  const [tab, setTab] = useState<"users" | "deposits">("users");
  return (
    <Tabs
      label="Records"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: "users", label: "Users", content: "What the first tab holds" },
        { value: "deposits", label: "Deposits", waiting: 3, content: "What the second tab holds" },
      ]}
    />
  );
}
