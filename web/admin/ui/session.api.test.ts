import { expect, test } from "vitest";
import { readSignInState, signInState } from "./session.api.ts";

test("the login leads back to the page that was left, with its filters", () => {
  const state = signInState(
    { pathname: "/admin/dashboard/signups", search: "?status=pending" },
    { sessionEnded: true },
  );
  expect(readSignInState(state)).toEqual({
    from: "/admin/dashboard/signups?status=pending",
    sessionEnded: true,
  });
});

test.each([
  ["nothing", null],
  ["a text", "/admin/dashboard"],
  ["another page", { from: "/privacy", sessionEnded: true }],
  ["another site", { from: "//evil.example/admin/dashboard", sessionEnded: true }],
  ["a name that only begins alike", { from: "/admin/dashboardx", sessionEnded: true }],
  ["a number", { from: 3 }],
])(
  "with %s in the history state the login leads to the dashboard and reports no ended session",
  (_what, state) => {
    expect(readSignInState(state)).toEqual({ from: "/admin/dashboard", sessionEnded: false });
  },
);
