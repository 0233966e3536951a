import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { type FakeAnswers, installFakeApi, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, signups } from "#test/support/ui/signups-fake.ts";
import { prefetcher } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { screens } from "./screens.ts";

// Data that is less than a second old is not read again. The fixed clock keeps it fresh on a slow machine.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

const heading = () => page.getByRole("heading", { level: 1 });

/** Waits until ten frames pass without another request. A wait that is too short can miss a request, but not invent one. */
async function waitForSilence(calls: string[]): Promise<void> {
  for (let quiet = 0, known = -1; quiet < 10; known = calls.length) {
    await new Promise(requestAnimationFrame);
    quiet = calls.length === known ? quiet + 1 : 0;
  }
}

/** Wraps the answers of every screen and records the address of each request. */
function recordAnswers(fakes: FakeAnswers = everyScreen) {
  const asked: string[] = [];
  const record = ([call, fake]: [string, unknown]) => [
    call,
    (request: { url: URL }) => {
      request.url.searchParams.delete("until"); // a time that differs from run to run
      asked.push(`${request.url.pathname}${request.url.search}`);
      return (fake as (request: { url: URL }) => unknown)(request);
    },
  ];
  const answers = Object.fromEntries(Object.entries(fakes).map(record)) as FakeAnswers;
  return { answers, asked };
}

/** False for requests of the frame (`me`), and for those that a list makes once it knows its rows. */
const isOfScreen = (address: string) => !/\/(me|arrivals|samples)(\?|$)/.test(address);

test.each(screens)(
  "the screen '$label' reads each resource once when it opens, and prefetches all of them",
  async ({ path, load }) => {
    const { answers, asked } = recordAnswers();
    await openAdmin(screenAddress(path), answers);
    await expect.element(heading()).toBeInTheDocument();
    await waitForSilence(asked);
    expect(asked.filter((address, index) => asked.indexOf(address) < index)).toEqual([]);

    const read = asked.splice(0).filter(isOfScreen);
    installFakeApi(answers);
    (await load()).prefetch?.(prefetcher(new QueryClient()), superAdmin);
    await waitForSilence(asked);
    expect(read.filter((address) => !asked.includes(address))).toEqual([]);
  },
);

test("a list with rows reads each resource once when it opens", async () => {
  const { answers, asked } = recordAnswers({ ...everyScreen, ...fakeSignups(signups(2)).answers });
  await openAdmin(screenAddress("signups"), answers);
  await expect.element(page.getByText("n001@exemple.fr")).toBeInTheDocument();
  await waitForSilence(asked);
  expect(asked.filter((address, index) => asked.indexOf(address) < index)).toEqual([]);
});

const adminsLink = () => page.getByRole("navigation").getByRole("link", { name: "Administrateurs" });

test("a screen is prefetched when the pointer rests on its link, and reads nothing more when it opens", async () => {
  const { api } = await openAdmin(screenAddress("account"), everyScreen);
  await expect.element(heading()).toBeInTheDocument();
  await adminsLink().hover();
  await expect.poll(() => api.calls).toContain("GET /api/admin/admins");
  await adminsLink().click();
  await expect.element(heading()).toHaveTextContent("Gestion des Utilisateurs");
  await waitForSilence(api.calls);
  expect(api.calls.filter((call) => call === "GET /api/admin/admins")).toHaveLength(1);
});

test("a screen loads the data that could not be prefetched, and shows no error of the prefetch", async () => {
  const { api } = await openAdmin(screenAddress("account"), {
    ...everyScreen,
    "GET /api/admin/admins": () => refuse(500, { code: "internal", message: "Une erreur est survenue." }),
  });
  await expect.element(heading()).toBeInTheDocument();
  await adminsLink().hover();
  await expect.poll(() => api.calls).toContain("GET /api/admin/admins");
  api.answer(everyScreen);
  await adminsLink().click();
  await expect.element(heading()).toHaveTextContent("Gestion des Utilisateurs");
  await expect.element(page.getByText("Chargement…")).not.toBeInTheDocument();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("a prefetch that is refused because the session ended does not leave the screen", async () => {
  const { api, address } = await openAdmin(screenAddress("account"), {
    ...everyScreen,
    "GET /api/admin/admins": () =>
      refuse(401, { code: "unauthenticated", message: "Votre session a expiré." }),
  });
  await expect.element(heading()).toBeInTheDocument();
  await adminsLink().hover();
  await expect.poll(() => api.calls).toContain("GET /api/admin/admins");
  await waitForSilence(api.calls);
  expect(address()).toBe(screenAddress("account"));
  expect(api.calls).not.toContain("POST /api/auth/sign-out");
});
