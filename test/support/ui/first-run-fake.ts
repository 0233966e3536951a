import type { Me } from "#contract/account.schema.ts";
import { firstStepLabels, firstSteps, type ToDoRow } from "#contract/to-do.schema.ts";
import type { FakeAnswers } from "./fake-api.ts";
import { superAdmin } from "./open-admin.tsx";

const usersAdded = 12;
const brandsAdded = 4;

const screens = {
  questionnaire: "questionnaire",
  mail: "emails",
  site: "site",
  signup: "signups",
  approval: "signups?status=pending",
};

/** An open row, by default one of the first steps. */
export function toDoRow(changes: Partial<ToDoRow>): ToDoRow {
  const { key = changes.sentence ?? "step" } = changes;
  return { key, level: "first", done: false, sentence: "", details: [], link: "", ...changes };
}

/** A super admin who has not left the first steps. */
const newAdmin: Me = {
  ...superAdmin,
  preferences: { ...superAdmin.preferences, firstStepsLeft: false },
};

/** The calls of the first steps and of sample sign-ups, with `done` finished steps; `admin` is the signed-in administrator. */
export function fakeFirstRun({ done = 0, admin: start = newAdmin } = {}) {
  const samples = { users: 0, brands: 0, mayAdd: true };
  let admin = start;
  const answers: FakeAnswers = {
    "GET /api/admin/me": () => admin,
    "PATCH /api/admin/me/preferences": ({ json }) => {
      admin = { ...admin, preferences: { ...admin.preferences, ...(json as Partial<Me["preferences"]>) } };
      return admin.preferences;
    },
    "GET /api/admin/to-do": () => {
      const steps = firstSteps.map((key, index) => ({
        ...toDoRow({ key, sentence: firstStepLabels[key], link: screens[key] }),
        done: index < done || (key === "signup" && samples.users > 0),
      }));
      const sentence = `${samples.users + samples.brands} inscriptions d’exemple`;
      return { rows: samples.users === 0 ? steps : [...steps, toDoRow({ level: "samples", sentence })] };
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
