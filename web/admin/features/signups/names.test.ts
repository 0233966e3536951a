import { expect, test } from "vitest";
import { nameOf, spokenName } from "./names.ts";

const signup = { firstname: "Ana", name: "Maison Lin", email: "ana@exemple.fr" };
const nameless = { firstname: "", name: " ", email: "ana@exemple.fr" };

test("a person is called by both names, a brand by its own", () => {
  expect(nameOf.user(signup)).toBe("Ana Maison Lin");
  expect(nameOf.brand(signup)).toBe("Maison Lin");
  expect(nameOf.brand({ ...signup, name: "" })).toBe("Ana");
  expect(nameOf.brand(nameless)).toBe("Sans nom");
});

test("a person without a name is called by the address", () => {
  expect(spokenName("brand", signup)).toBe("Maison Lin");
  expect(spokenName("brand", nameless)).toBe("ana@exemple.fr");
  expect(spokenName("user", nameless)).toBe("ana@exemple.fr");
});
