import { exportOwnData } from "@wazi/contracts";
import { DownloadLink } from "../../../ui/download-link.tsx";
import * as texts from "../../../messages/accounts.ts";

/** The download of all data held about the user. */
export function OwnData() {
  return (
    <div className="grid gap-4">
      <p className="text-14 text-muted">{texts.dataExportHint}</p>
      <div>
        <DownloadLink href={exportOwnData.path} label={texts.dataDownloadLabel}>
          {texts.dataDownload}
        </DownloadLink>
      </div>
    </div>
  );
}
