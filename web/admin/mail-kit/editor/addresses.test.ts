import { expect, test } from "vitest";
import { pictureAddress } from "./addresses.ts";

test("pictures are loaded from http, https and data addresses only", () => {
  expect(pictureAddress("https://exemple.fr/a.png")).toBe("https://exemple.fr/a.png");
  expect(pictureAddress("data:image/png;base64,iVBORw0=")).toBe("data:image/png;base64,iVBORw0=");
  for (const source of [
    "javascript:alert(1)",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "data:text/html;base64,PA==",
    "a.png",
  ]) {
    expect(pictureAddress(source)).toBe("//:0");
  }
});
