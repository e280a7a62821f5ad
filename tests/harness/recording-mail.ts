import type { MailTransport, OutgoingMail } from "../../apps/server/src/platform/mail/mail-transport.ts";

export interface RecordingMail {
  transport: MailTransport;
  /** The sent mails, the oldest first. */
  sent: OutgoingMail[];
  /** The mail server's answers to the next mails; they are sent when there is none. */
  failures: Error[];
  clear: () => void;
}

/** A mail transport that keeps what it sends. */
export function createRecordingMail(): RecordingMail {
  const sent: OutgoingMail[] = [];
  const failures: Error[] = [];
  return {
    sent,
    failures,
    clear: () => {
      sent.length = 0;
      failures.length = 0;
    },
    transport: {
      description: "test",
      send(mail) {
        const failure = failures.shift();
        if (failure) return Promise.reject(failure);
        sent.push(mail);
        return Promise.resolve();
      },
      forgetUser: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  };
}
