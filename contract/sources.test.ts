import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "./limits.ts";
import { normaliseSource, readSource, sourceOfVisit, sourceQuery } from "./sources.ts";

const home = "https://tenue.example/";
const visit = (search = "", referrer = "", userAgent = "") =>
  sourceOfVisit(home + search, referrer, userAgent);

test("a visit's source is read from utm parameters, else from ref, else from a friend's link", () => {
  expect(visit("?utm_source=Instagram&utm_medium=Story&utm_campaign=Lancement%20")).toEqual({
    source: "instagram",
    medium: "story",
    campaign: "lancement",
  });
  expect(visit("?ref=Salon&utm_source=")).toMatchObject({ source: "salon" });
  expect(visit("?ami=ABC123")).toEqual({ source: "ami", medium: "", campaign: "" });
  expect(visit("?utm_source=lettre&ref=salon&ami=A", "https://google.com/")).toMatchObject({
    source: "lettre",
  });
});

test("a visit carries the code of a friend's link beside any source, and drops an invalid code", () => {
  const code = "0123456789";
  expect(visit("?ami=ABCDEFGHJK")).toMatchObject({ source: "ami", code: "abcdefghjk" });
  expect(visit(`?utm_source=lettre&ami=${code}`)).toMatchObject({ source: "lettre", code });
  expect(visit("inscription", `${home}?ami=${code}`)).toMatchObject({ source: "ami", code });
  for (const wrong of ["012345678", "01234567890", "012345678u", "01234<5678"])
    expect(visit(`?ami=${wrong}`)).toEqual({ source: "ami", medium: "", campaign: "" });
});

test.each([
  ["https://www.google.fr/", "google"],
  ["https://l.instagram.com/?u=x", "instagram"],
  ["android-app://com.pinterest/", "pinterest"],
  ["android-app://com.zhiliaoapp.musically/", "tiktok"],
  ["https://t.co/abc", "x"],
  ["https://www.blog-mode.example:8443/page?fbclid=1", "blog-mode.example"],
  ["https://constructor/", "constructor"],
  ["https://tenue.example/privacy", "direct"],
  ["no address", "direct"],
  ["", "direct"],
])("the referring site %s is the source %s", (referrer, source) => {
  expect(visit("", referrer)).toEqual({ source, medium: "", campaign: "" });
});

test("an app's own browser, which sends no referrer, is recognised", () => {
  expect(visit("", "", "Mozilla/5.0 (iPhone) Mobile/15E148 Instagram 300.0")).toMatchObject({
    source: "instagram",
  });
  expect(visit("", "", "Mozilla/5.0 (Linux) [FB_IAB/FB4A;FBAV/450.0]")).toMatchObject({ source: "facebook" });
});

test("without a script the source comes from the address of the previous page", () => {
  expect(visit("inscription", `${home}?utm_source=lettre&utm_campaign=mai`)).toMatchObject({
    source: "lettre",
    campaign: "mai",
  });
});

test("a visit's source never contains click ids", () => {
  const visited = visit("?gclid=secret-1&fbclid=secret-2&msclkid=secret-3&ttclid=secret-4&utm_source=google");
  expect(visited).toEqual({ source: "google", medium: "", campaign: "" });
});

test("a source is cut to 64 characters, loses control characters and is never a mail address", () => {
  expect(normaliseSource("É".repeat(2_000))).toBe("é".repeat(limits.sourceMax));
  expect(normaliseSource(" <script>\u0000\n\u202Ealert ")).toBe("<script> alert");
  expect(normaliseSource("zoe@courrier.example")).toBe("");
  expect([...normaliseSource("👗".repeat(100))]).toHaveLength(limits.sourceMax);
  expect(normaliseSource(`a\uD83D`)).toBe("a");
  expect(visit("?utm_source=zoe%40courrier.example", "https://google.com")).toMatchObject({
    source: "google",
  });
});

test("a source is stored in Unicode normal form C, with at most 30 combining marks in a row", () => {
  expect(visit("?utm_source=cafe%CC%81")).toMatchObject({ source: "café" });
  expect(normaliseSource("J\u030C")).toBe("\u01F0");
  expect(normaliseSource(`x${"\u0315".repeat(50_000)}y`)).toBe(`x${"\u0315".repeat(30)}`);
});

test("a source stays the same when it is normalised again", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.string({
      unit: fc.constantFrom("e", "E", " ", "İ", "\u0301", "\u0344", "👗", "\uD83D"),
      maxLength: 400,
    }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const source = normaliseSource(text);
      expect(normaliseSource(source)).toBe(source);
      expect(source.normalize("NFC")).toBe(source);
    }),
  );
});

test("a source written as query parameters is read back unchanged", () => {
  const source = { source: 'a&b="<#', medium: "e-mail", campaign: "été 100 %" };
  expect(readSource(sourceQuery(source))).toEqual(source);
  const ofFriend = { source: "ami", medium: "", campaign: "", code: "0123456789" };
  expect(sourceQuery(ofFriend)).toBe("utm_source=ami&ami=0123456789");
  expect(readSource(sourceQuery(ofFriend))).toEqual(ofFriend);
  expect(sourceQuery({ source: "direct", medium: "", campaign: "" })).toBe("utm_source=direct");
  expect(readSource("")).toBeNull();
  expect(readSource("utm_medium=story")).toBeNull();
  expect(readSource("utm_source=%zz&utm_medium=%")).toMatchObject({ source: "%zz" });
});
