import { expect, test } from "vitest";
import { cueTexts } from "./film.ts";

test("a transcript contains the texts of the cues, but not their numbers, times or notes", () => {
  const vtt =
    "WEBVTT\n\nNOTE none of this\n\n1\n00:00.000 --> 00:02.500 line:80%\nDes ciseaux\npassent.\n\n00:03.000 --> 00:04.000\nFin.\n";
  expect(cueTexts(vtt)).toEqual(["Des ciseaux passent.", "Fin."]);
});
