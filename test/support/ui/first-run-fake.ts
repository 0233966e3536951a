import type { Me } from "#contract/account.schema.ts";
import type { FirstSteps } from "#contract/first-steps.schema.ts";
import type { FakeAnswers } from "./fake-api.ts";
import { superAdmin } from "./open-admin.tsx";

const usersAdded = 12;
const brandsAdded = 4;

/** A super admin who takes the first steps. */
const newAdmin: Me = {
  ...superAdmin,
  preferences: { ...superAdmin.preferences, firstStepsLeft: false },
};

/** The calls of the first steps and of sample sign-ups, on an installation where `done` are taken; `admin` is the signed-in administrator. */
export function fakeFirstRun({ done = 0, admin: start = newAdmin } = {}) {
  const keys = ["questionnaire", "mail", "site", "signup", "approval"] as const;
  const samples = { users: 0, brands: 0, mayAdd: true };
  let admin = start;
  const answers: FakeAnswers = {
    "GET /api/admin/me": () => admin,
    "PATCH /api/admin/me/preferences": ({ json }) => {
      admin = { ...admin, preferences: { ...admin.preferences, ...(json as Partial<Me["preferences"]>) } };
      return admin.preferences;
    },
    "GET /api/admin/first-steps": (): FirstSteps => {
      const isDone = (index: number) => index < done || (keys[index] === "signup" && samples.users > 0);
      return { steps: keys.map((key, index) => ({ key, done: isDone(index) })), justFinished: false };
    },
    "GET /api/admin/samples": () => ({ ...samples }),
    "POST /api/admin/samples": () =>
      Object.assign(samples, { users: usersAdded, brands: brandsAdded, mayAdd: false }),
    "DELETE /api/admin/samples": () => {
      const removed = samples.users + samples.brands;
      Object.assign(samples, { users: 0, brands: 0, mayAdd: true });
      return { removed };
    },
  };
  return { answers, samples, admin: start };
}
