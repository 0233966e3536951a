import { expect, test } from "vitest";
import { linkAddress, pictureAddress } from "./addresses.ts";

test("an e-mail address is linked with mailto:, a bare domain with https:", () => {
  expect(linkAddress(" zoe@exemple.fr ")).toBe("mailto:zoe@exemple.fr");
  expect(linkAddress("mailto:zoe@exemple.fr")).toBe("mailto:zoe@exemple.fr");
  expect(linkAddress("exemple.fr/beta?x=1")).toBe("https://exemple.fr/beta?x=1");
  expect(linkAddress("http://exemple.fr")).toBe("http://exemple.fr");
});

test("does not link scripts and empty targets", () => {
  for (const address of [
    "javascript:alert(1)",
    "data:text/html,x",
    "",
    "bonjour",
    "ftp://exemple.fr",
    "https://",
  ]) {
    expect(linkAddress(address)).toBeNull();
  }
});

test("a picture comes from http, https or data, else from an address that loads nothing", () => {
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
