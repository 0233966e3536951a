import type { PersonalDataReport, PrivacyRequest } from "#contract/privacy.schema.ts";
import { type FakeAnswers, refuse } from "./fake-api.ts";

const received = "2026-11-21T08:00:00.000Z";
const due = "2026-12-21T08:00:00.000Z";

type KnownSignup = PersonalDataReport["signups"][number];

/** A request for access that waits for an answer. */
export function privacyRequest(changes: Partial<PrivacyRequest> = {}): PrivacyRequest {
  return {
    id: "00000000-0000-4000-8000-0000000000f1",
    kind: "access",
    source: "admin",
    receivedAt: received,
    dueAt: due,
    closedAt: null,
    outcome: null,
    handledBy: null,
    isUrgent: false,
    ...changes,
  };
}

/** The empty data of an unknown address. */
export function unknownPerson(): PersonalDataReport {
  return {
    email: null,
    signups: [],
    consents: [],
    messages: [],
    events: [],
    suppressions: [],
    requests: [],
    receivesNews: false,
    isLimited: false,
  };
}

export function knownSignup(email: string, changes: Partial<KnownSignup> = {}): KnownSignup {
  return {
    audience: "user",
    id: "00000000-0000-4000-8000-0000000000e1",
    firstname: "Zoé",
    name: "Martin",
    email,
    website: null,
    status: "pending",
    createdAt: received,
    decidedAt: null,
    confirmedAt: received,
    limitedAt: null,
    objectedAt: null,
    version: 1,
    source: { source: "instagram", medium: "story", campaign: "" },
    friends: 0,
    starred: false,
    note: null,
    invitations: [],
    answers: [{ question: "Vos matières ?", answer: "Lin" }],
    ...changes,
  };
}

/** The data of a user with this address who agreed to news. */
export function knownPerson(email: string): PersonalDataReport {
  const text = "J’accepte de recevoir les actualités.";
  return {
    ...unknownPerson(),
    email,
    signups: [knownSignup(email)],
    consents: [
      {
        text,
        givenAt: received,
        confirmedAt: received,
        confirmation: "with_news",
        withdrawnAt: null,
        withdrawnBy: null,
      },
    ],
    receivesNews: true,
  };
}

type State = { people: PersonalDataReport[]; requests: PrivacyRequest[] };

/** The calls of the privacy desk on people and requests in memory; `state` is the present state. */
export function fakePrivacy(initial: Partial<State> = {}) {
  const state: State = { people: [], requests: [], ...initial };
  const find = (email: string) => state.people.find((person) => person.email === email);
  const change = (email: string, changes: Partial<PersonalDataReport>) => {
    const person = { ...(find(email) ?? unknownPerson()), ...changes };
    state.people = [...state.people.filter((other) => other.email !== email), person];
    return person;
  };
  const answers: FakeAnswers = {
    "POST /api/admin/privacy/search": ({ json: { email } }) => find(email) ?? unknownPerson(),
    "POST /api/admin/privacy/export": ({ json: { email } }) => find(email) ?? unknownPerson(),
    "POST /api/admin/privacy/limit": ({ json: { email, limited } }) =>
      change(email, { isLimited: limited, receivesNews: !limited }),
    "POST /api/admin/privacy/object": ({ json: { email, objects } }) => {
      const objectedAt = objects ? received : null;
      const signups = (find(email)?.signups ?? []).map((signup) => ({ ...signup, objectedAt }));
      return change(email, { signups, ...(objects && { receivesNews: false }) });
    },
    "POST /api/admin/privacy/rectify": ({ json: { email, id, values } }) => {
      const correct = (signup: KnownSignup): KnownSignup => ({
        ...signup,
        ...values,
        website: values.website ?? signup.website,
        version: signup.version + 1,
      });
      const signups = find(email)?.signups ?? [];
      return change(email, {
        email: values.email,
        signups: signups.map((signup) => (signup.id === id ? correct(signup) : signup)),
      });
    },
    "POST /api/admin/privacy/erase": ({ json: { email } }) => {
      const signups = find(email)?.signups.length ?? 0;
      state.people = state.people.filter((person) => person.email !== email);
      const closed = { closedAt: received, outcome: "Données effacées", handledBy: "ines@tenue.example" };
      state.requests = [privacyRequest({ kind: "erasure", ...closed }), ...state.requests];
      return { signups };
    },
    "GET /api/admin/privacy/requests": () => ({ items: state.requests }),
    "POST /api/admin/privacy/requests": ({ json: { kind } }) => {
      const request = privacyRequest({ kind });
      state.requests = [request, ...state.requests];
      return request;
    },
    "PATCH /api/admin/privacy/requests/:id": ({ param: { id }, json: { outcome } }) => {
      const request = state.requests.find((one) => one.id === id);
      if (!request) return refuse(404, { code: "not_found", message: "Cette demande n’existe plus." });
      const closed = { ...request, closedAt: received, outcome, handledBy: "ines@tenue.example" };
      state.requests = state.requests.map((one) => (one.id === id ? closed : one));
      return closed;
    },
  };
  return { answers, state };
}
