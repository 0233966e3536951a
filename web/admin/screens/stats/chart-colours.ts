/** Ten colours for ten answers, each at least 3:1 against the light and the dark paper. Neighbours differ in hue. */
export const answerColours = [
  "#d9532f",
  "#2f8794",
  "#b07c1a",
  "#5b7fc4",
  "#5c8f4a",
  "#a0568f",
  "#86862f",
  "#d0567a",
  "#a06a4a",
  "#7a7f8a",
] as const;

export function answerColour(index: number): string {
  return answerColours[index % answerColours.length] ?? answerColours[0];
}

export const seriesColours = {
  total: "var(--ink)",
  user: answerColours[0],
  brand: answerColours[1],
} as const;
