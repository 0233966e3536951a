import { expect, test, vi } from "vitest";
import { openSignUpDialog } from "#test/support/ui/open-site.tsx";
import { fakeSignUpForm } from "#test/support/ui/sign-up-form-fake.ts";

test("viewing the page, opening the form and typing count as steps of a visit, choosing the audience does not", async () => {
  const beacon = vi.spyOn(navigator, "sendBeacon").mockReturnValue(true);
  const steps = async () => {
    const bodies = beacon.mock.calls.map(([, body]) => (body as Blob).text());
    return (await Promise.all(bodies))
      .map((text) => JSON.parse(text))
      .map(({ step, audience }) => [step, audience]);
  };
  const { dialog } = await openSignUpDialog(fakeSignUpForm().answers);
  await dialog.getByRole("radio", { name: "Pour ma marque" }).click({ force: true });
  const opened = [
    ["view", undefined],
    ["open", "user"],
  ];
  expect(await steps()).toEqual(opened);
  await dialog.getByLabelText("Adresse e-mail de la marque").fill("ada@epi.example");
  await dialog.getByLabelText("Adresse e-mail de la marque").fill("ada@lin.example");
  expect(await steps()).toEqual([...opened, ["start", "brand"]]);
});

test("the form opens in a browser without sendBeacon", async () => {
  Object.defineProperty(navigator, "sendBeacon", { value: undefined, configurable: true });
  try {
    const { dialog } = await openSignUpDialog(fakeSignUpForm().answers);
    await expect.element(dialog.getByRole("radio", { name: "Pour ma marque" })).toBeInTheDocument();
  } finally {
    Reflect.deleteProperty(navigator, "sendBeacon");
  }
});
