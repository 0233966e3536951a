/** Ten colours for ten values, each at least 3:1 against the light and the dark paper. Neighbours differ in hue. */
export const chartColours = [
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

/**
 * What is drawn on the colours, in the colour of the paper, on tiles of 8: who cannot tell two colours apart, or sees
 * none (forced colours, a printed page), tells the patterns apart. The first one has none.
 */
export const chartHatches = [
  "",
  "M-2 2l4-4M0 8l8-8M6 10l4-4",
  "M2 2h.01M6 6h.01",
  "M0 4h8",
  "M-2 6l4 4M0 0l8 8M6-2l4 4",
  "M4 0v8",
  "M0 4h8M4 0v8",
  "M0 8l8-8M0 0l8 8",
  "M0 2h4M4 6h4",
  "M0 6l4-4l4 4",
] as const;

export function chartColour(index: number): string {
  return chartColours[index % chartColours.length] ?? chartColours[0];
}

export function chartHatch(index: number): string {
  return chartHatches[index % chartHatches.length] ?? chartHatches[0];
}
