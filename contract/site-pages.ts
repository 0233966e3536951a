import type { Audience } from "./audience.ts";

/**
 * Pages of the public site that the server draws for one request, without a script in them; each is a component of
 * `web/site/server-pages/`. What they are told is all that they know.
 */
export type SitePage =
  | { page: "confirmation"; token: string; state: ConfirmationState }
  | { page: "unsubscribe"; token: string; state: UnsubscribeState }
  | { page: "my-data-request"; state: "ask" | "sent"; problem: string | null; email: string }
  | { page: "my-data"; token: string; data: MyData; notice: string | null; problems: Record<string, string> }
  | { page: "my-data-delete"; token: string }
  | { page: "my-data-gone"; state: "deleted" | "expired" };

/** `ask`: nothing happened yet. `expired`: also when the sign-up is gone. `resent`: a new link is on its way. */
export type ConfirmationState = "ask" | "confirmed" | "ask_erase" | "erased" | "expired" | "resent";

/** `unknown`: no address stands behind the token. */
export type UnsubscribeState = "ask" | "left" | "returned" | "unknown";

/** What is known of one address, as its owner sees it. Times in ISO 8601. */
export type MyData = {
  email: string;
  signups: MyDataSignup[];
  consents: MyDataConsent[];
  messages: { subject: string; sentAt: string; status: string }[];
  /** Whether news would be sent now. */
  receivesNews: boolean;
  isLimited: boolean;
};
export type MyDataSignup = {
  audience: Audience;
  id: string;
  firstname: string;
  name: string;
  website: string | null;
  status: string;
  createdAt: string;
  confirmedAt: string | null;
  answers: { question: string; answer: string }[];
};
export type MyDataConsent = {
  text: string;
  givenAt: string;
  confirmedAt: string | null;
  withdrawnAt: string | null;
};
