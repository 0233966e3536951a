import type { Me, OwnSession, Preferences } from "#contract/account.schema.ts";
import type { Admin } from "#contract/admins.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { everyScreen } from "./every-screen-fake.ts";
import { type FakeAnswers, refuse } from "./fake-api.ts";
import { superAdmin } from "./open-admin.tsx";

/** The password of every account, and a code that the second factor accepts. */
export const password = "Lin et velours, 1974";
export const code = "123456";
export const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd${index}-fghij`);

const moment = "2026-01-31T12:00:00.000Z";
const tomorrow = "2026-02-01T12:00:00.000Z";

export function admin(changes: Partial<Admin> = {}): Admin {
  const { id, email, isSuperAdmin } = superAdmin;
  return { id, email, isSuperAdmin, activatedAt: moment, createdAt: moment, ...changes };
}

/** An error 400 beside one field. */
export function refuseField(field: string, message: string): Response {
  return refuse(400, { code: "invalid_request", message, fields: { [field]: message } });
}

/** The answer to a protected call without a recent confirmation. */
export function refuseUnconfirmed(): Response {
  const message = "Confirmez votre identité pour continuer.";
  return refuse(403, { code: "reauthentication_required", message });
}

type State = {
  me: Me;
  signedIn: boolean;
  admins: Admin[];
  sessions: OwnSession[];
  /** True while there is no administrator yet. */
  setUpRequired: boolean;
};

/**
 * Accounts, sign-in and sessions in memory, with every screen's answers: the administrator of `me`, whose password is
 * `password` and whose second factor accepts `code` and `recoveryCodes`. `state` is the present state.
 */
export function fakeAccounts(initial: Partial<State> = {}) {
  const state: State = {
    me: superAdmin,
    signedIn: true,
    admins: [admin()],
    sessions: [{ id: "here", current: true, userAgent: null, createdAt: moment, lastUsedAt: moment }],
    setUpRequired: false,
    ...initial,
  };
  const user = () => ({ id: state.me.id, email: state.me.email });
  const link = (of: Admin) => ({
    activationLink: `${location.origin}/admin/activate#token=${of.email}-${++links}`,
    expiresAt: tomorrow,
    emailed: false,
  });
  let links = 0;
  const isCode = (text: string | undefined) => text === code || recoveryCodes.includes(text ?? "");
  const enter = () => {
    state.signedIn = true;
    return { user: user() };
  };
  const wrongPassword = () => refuseField("password", "Le mot de passe actuel est incorrect");
  const wrongCode = () => refuse(401, { code: "unauthenticated", message: adminMessages.wrongCode });

  const answers: FakeAnswers = {
    ...everyScreen,
    "GET /api/admin/me": () =>
      state.signedIn
        ? state.me
        : refuse(401, { code: "unauthenticated", message: "Votre session a expiré. Reconnectez-vous." }),
    "GET /api/setup": () => ({ required: state.setUpRequired }),
    "GET /api/auth/get-session": () =>
      state.signedIn ? { user: user(), session: { id: "here" } } : new Response("null"),
    "POST /api/auth/sign-in/email": ({ json }) => {
      if (json.email !== state.me.email || json.password !== password) {
        return refuse(401, { code: "unauthenticated", message: adminMessages.wrongCredentials });
      }
      if (state.me.twoFactorEnabled) return { twoFactorRedirect: true, user: null };
      return { twoFactorRedirect: false, ...enter() };
    },
    "POST /api/auth/two-factor/verify-totp": ({ json }) => (json.code === code ? enter() : wrongCode()),
    "POST /api/auth/two-factor/verify-backup-code": ({ json }) =>
      recoveryCodes.includes(json.code) ? enter() : wrongCode(),
    "POST /api/auth/sign-out": () => {
      state.signedIn = false;
      return { status: true };
    },
    "POST /api/auth/confirm-password": ({ json }) => {
      if (json.password !== password) return wrongPassword();
      if (state.me.twoFactorEnabled && !isCode(json.code))
        return refuseField("code", adminMessages.wrongCode);
      return { confirmedUntil: tomorrow };
    },
    "GET /api/admin/me/sessions": () => ({ items: state.sessions }),
    "DELETE /api/admin/me/sessions/:id": ({ param }) => {
      state.sessions = state.sessions.filter(({ id }) => id !== param.id);
      return undefined;
    },
    "DELETE /api/admin/me/sessions": () => {
      state.sessions = state.sessions.filter(({ current }) => current);
      return undefined;
    },
    "PATCH /api/admin/me/preferences": ({ json }) => {
      const preferences: Preferences = Object.assign({}, state.me.preferences, json);
      state.me = { ...state.me, preferences };
      return preferences;
    },
    "POST /api/admin/me/two-factor": ({ json }) =>
      json.password === password
        ? {
            totpUri: "otpauth://totp/Tenue:ines@tenue.example?secret=JBSWY3DPEHPK3PXP&issuer=Tenue",
            recoveryCodes,
          }
        : wrongPassword(),
    "POST /api/admin/me/two-factor/confirmation": ({ json }) => {
      if (json.code !== code) return refuseField("code", adminMessages.wrongCode);
      state.me = { ...state.me, twoFactorEnabled: true };
      return undefined;
    },
    "GET /api/admin/me/confirmation": () => undefined,
    "POST /api/admin/me/two-factor/recovery-codes": ({ json }) =>
      json.password === password ? { recoveryCodes } : wrongPassword(),
    "POST /api/admin/me/two-factor/deactivation": ({ json }) => {
      if (json.password !== password) return wrongPassword();
      if (!isCode(json.code)) return refuseField("code", adminMessages.wrongCode);
      state.me = { ...state.me, twoFactorEnabled: false };
      return undefined;
    },
    "GET /api/admin/admins": () => ({ items: state.admins }),
    "POST /api/admin/admins": ({ json }) => {
      const { email, isSuperAdmin = false } = json;
      const added = admin({ email, isSuperAdmin, id: `admin-${state.admins.length}`, activatedAt: null });
      if (state.admins.some((other) => other.email === email.toLowerCase())) {
        return refuse(409, { code: "admin_exists", message: adminMessages.adminExists });
      }
      state.admins = [...state.admins, added];
      return { admin: added, ...link(added) };
    },
    "POST /api/admin/admins/:id/invitation": ({ param }) => {
      const found = state.admins.find(({ id }) => id === param.id);
      return found ? link(found) : refuse(404, { code: "not_found", message: adminMessages.adminGone });
    },
    "DELETE /api/admin/admins/:id": ({ param }) => {
      state.admins = state.admins.filter(({ id }) => id !== param.id);
      return undefined;
    },
  };
  return { answers, state };
}
