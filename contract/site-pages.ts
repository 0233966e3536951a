import type { Audience, SignupStatus } from "./audience.ts";
import type { EmailEventKind } from "./bounces.ts";
import { newsText } from "./consent-texts.ts";
import type { EmailStatus } from "./email.ts";
import { type ConsentConfirmation, privacyPeriods, type RequestKind } from "./privacy.ts";
import type { Question } from "./questionnaire.ts";
import type { Responses } from "./signup.ts";
import type { VisitSource } from "./sources.ts";
import type { InvitationState } from "./waves.ts";

/**
 * Pages of the public site that the server draws for each request, without scripts (exception: `mayHaveScript`). Each is a
 * component of `web/site/server-pages/` and knows only its input.
 */
export type SitePage =
  | ({ page: "confirmation"; token: string; place: PlaceLink | null } & Confirmation)
  | { page: "unsubscribe"; token: string; state: UnsubscribeState }
  | ({ page: "invitation" } & Invitation)
  | ({ page: "place"; token: string; notice: PlaceNotice | null } & Place)
  | { page: "my-data-request"; state: "ask" | "sent"; problem: string | null; email: string }
  | {
      page: "my-data";
      token: string;
      /** When the link that opened the page expires (ISO 8601). */
      openUntil: string;
      data: MyData;
      /** The link to each personal page, by the id of the sign-up. */
      places: Record<string, PlaceLink>;
      notice: MyDataNotice | null;
      correction: Correction | null;
      /** The refused new address, and why it was refused. */
      newAddress: { typed: string; problem: string } | null;
    }
  | ({ page: "new-address"; token: string } & NewAddress)
  | { page: "my-data-delete" | "my-data-object"; token: string }
  | { page: "my-data-gone"; state: "deleted" | "expired" }
  | SignUpPage
  | { page: "signed-up"; asked: AskedAddress | null }
  | { page: "trouble"; message: string };

/** The buttons that copy and share need a script. No other page that is drawn per request has a script. */
export const mayHaveScript = (page: SitePage): boolean =>
  page.page === "place" && page.state === "known" && page.referral !== null;

/** A link to a personal page. A rejected or limited person has no link for friends there. */
export type PlaceLink = { href: string; label: string };
export const placeLabels = { sharing: "Suivre ma demande et inviter mes amies", alone: "Suivre ma demande" };
export const placePath = (token: string) => `/ma-place/${token}`;

/** A person's own page. `unknown`: the link is not from Tenue, or its sign-up is deleted or has another address. */
export type Place =
  | { state: "unknown" }
  | {
      state: "known";
      isConfirmed: boolean;
      step: "pending" | "approved" | "rejected" | "invited";
      /** Null while referrals are off, and for a person who cannot gain from them. */
      referral: PlaceReferral | null;
    };
/**
 * `link`: the link for friends. `friends`: how many confirmed friends count. `sentence`: what `wanted` friends bring. `among`: the
 * person's rank, rounded up ("among the first 500"); null unless waves are ordered by points.
 */
export type PlaceReferral = {
  link: string;
  friends: number;
  wanted: number;
  sentence: string;
  among: number | null;
};

/** `appAddress`: the app's address with the code; null when people type the code. `until`: null before the message is sent. */
export type Invitation =
  | { state: "valid"; code: string; until: string | null; appAddress: string | null }
  | { state: "redeemed" | "revoked" | "expired" | "unknown" };

/** The form of /inscription. */
export type SignUpPage = {
  page: "sign-up";
  /** True when the server refused the address because it signed up before. */
  isKnown: boolean;
  audience: Audience;
  /** The active questions of both audiences, in order. */
  questions: readonly Question[];
  /** The input that the server refused; null before the first submission. */
  typed: TypedSignUp | null;
  /** Messages by field, as `validateSignup` names fields. */
  problems: Record<string, string>;
  /** The message for the whole form. */
  problem: string | null;
  /** An address that seems to receive no mail: the server accepts it when it is sent again unchanged. */
  questioned: string | null;
};

/** The address that received a confirmation message, while its visitor may still correct it. */
export type AskedAddress = {
  email: string;
  /** The token of the form that was sent. */
  token: string;
  /** The refused correction, and why it was refused. */
  typed: string;
  problem: string | null;
  questioned: string | null;
};

/** The input of both audiences' forms: sending one keeps the input of the other. */
export type TypedSignUp = {
  firstname: string;
  name: string;
  email: string;
  website: string;
  responses: Responses;
  newsConsent: boolean;
};

/** The text about news on a confirmation page: accepted in the form, or offered to a person who was imported without a consent. */
export type AskedNews = { words: string; isOffered: boolean };
export const offeredNews: AskedNews = { words: newsText, isOffered: true };

/**
 * `ask`: the person has not clicked yet. `expired`: the link expired, or the sign-up is deleted. `resent`: a new link is on its way.
 * `askedNews`: null when the page asks nothing about news. `isImported`: the person did not send a form. `receivesNews`: null when
 * the page asked nothing about news. `keepsOther`: the address has a confirmed sign-up in the other audience, which stays.
 */
export type Confirmation =
  | { state: "ask"; askedNews: AskedNews | null; isImported: boolean }
  | { state: "confirmed"; receivesNews: boolean | null }
  | { state: "ask_erase" | "erased"; keepsOther: boolean }
  | { state: "expired" | "resent" };

/** The values of the page's buttons. `confirm` is for people who did not ask for news: it confirms only the address. */
export const confirmationActions = ["confirm", "confirm_with_news", "confirm_address_only"] as const;
export type ConfirmationAction = (typeof confirmationActions)[number];

/** `unknown`: the token belongs to no address. `kept`: after too many changes in an hour, the address stays unsubscribed. */
export type UnsubscribeState = "ask" | "left" | "returned" | "kept" | "unknown";

/** `ask`: the person has not clicked yet. `expired`: also when the sign-up is deleted, or the new address has signed up meanwhile. */
export type NewAddress = { state: "ask" | "changed"; email: string } | { state: "expired" };

/** Notices on the page with a person's link for friends. */
export const placeNotices = {
  renewed: "Voici votre nouveau lien. L’ancien mène encore au formulaire, sans compter pour vous.",
  too_soon: "Votre lien a moins d’une heure : revenez plus tard pour en recevoir un nouveau.",
} as const;
export type PlaceNotice = keyof typeof placeNotices;

/** Notices on a person's own page. */
export const myDataNotices = {
  corrected: "Vos informations sont corrigées.",
  address_asked: `Si cette adresse est libre, un lien valable ${privacyPeriods.myDataMinutes} minutes vient de lui être envoyé. Rien ne change tant que vous ne l’avez pas ouvert et confirmé.`,
  given: "C’est noté : vous recevrez nos actualités.",
  withdrawn: "C’est noté : vous ne recevrez plus nos actualités.",
  extended: `Cette page reste ouverte jusqu’à l’heure indiquée ci-dessous. Ce que vous aviez commencé à écrire est resté dans l’autre onglet, où vous pouvez continuer.`,
  objected: "C’est noté : vous vous y êtes opposé.",
} as const;
export type MyDataNotice = keyof typeof myDataNotices;

/** A refused correction: the input, and the problems by field. */
export type Correction = {
  signupId: string;
  typed: { firstname: string; name: string; website: string };
  /** The refused answers; null when names or the website were corrected. */
  responses: Responses | null;
  problems: Record<string, string>;
};

/** The data of one address, as its owner sees them. Times are ISO 8601. */
export type MyData = {
  email: string;
  signups: MyDataSignup[];
  consents: MyDataConsent[];
  messages: MyDataMessage[];
  /** Reports of mail servers and pages about messages to the address. */
  events: { kind: EmailEventKind; statusCode: string | null; serverWords: string | null; at: string }[];
  /** The person's earlier requests. */
  requests: { kind: RequestKind; receivedAt: string; closedAt: string | null; outcome: string | null }[];
  /** Whether news would be sent now. */
  receivesNews: boolean;
  /** True when an administrator blocked the address or it is unreachable: a consent has no effect then. */
  isBlocked: boolean;
  /** When the person objected to statistics and to the other uses that rest on our legitimate interest. */
  objectedAt: string | null;
};
export type MyDataSignup = {
  audience: Audience;
  id: string;
  firstname: string;
  name: string;
  website: string | null;
  status: SignupStatus;
  createdAt: string;
  decidedAt: string | null;
  confirmedAt: string | null;
  /** True when the sign-up is kept without being used. An objection limits only a brand's. */
  isLimited: boolean;
  disposableEmail: boolean;
  /** True for a sign-up from an imported list instead of the form. */
  isImported: boolean;
  /** Where the visit came from; null when unknown, and for a sign-up without a visit. */
  source: VisitSource | null;
  /** How many confirmed friends the person's link brought. */
  friends: number;
  /** True when the person came by a friend's link. */
  wasReferred: boolean;
  /** The person's invitation codes, newest first. */
  invitations: {
    state: InvitationState;
    createdAt: string;
    sentAt: string | null;
    redeemedAt: string | null;
  }[];
  /** The star and the note of administrators about the person. */
  starred: boolean;
  note: string | null;
  answers: { question: string | null; answer: string }[];
  /** The active questions, whose answers can be corrected. */
  questions: Question[];
  responses: Responses;
};
/** `at`: when the message was sent; when it was created if it was not sent. `text`: null once it was deleted. */
type MyDataMessage = { subject: string; text: string | null; at: string; status: EmailStatus };
type MyDataConsent = {
  text: string;
  textVersion: string;
  givenAt: string;
  confirmedAt: string | null;
  confirmation: ConsentConfirmation | null;
  withdrawnAt: string | null;
  /** Where the consent was given, when it came with an imported list. */
  place?: string | null;
};
