/** The colours of the papers that all pictures are made of. */
export const papers = {
  paper: "#f6efe4",
  sand: "#e9dcc6",
  cream: "#fcf8f0",
  ink: "#1b1714",
  soot: "#3a322c",
  red: "#cd3010",
  redDark: "#9c2610",
  ochre: "#dda63f",
  ochreDark: "#b9822a",
  sage: "#9dac8c",
  sageDark: "#75876a",
  petrol: "#1f4f58",
  petrolDark: "#163b42",
  pink: "#efc5b9",
  pinkDark: "#dc9f92",
  denim: "#48658e",
  denimDark: "#334a6c",
  denimLight: "#93a9c6",
  camel: "#c79c6d",
  brown: "#6a4530",
} as const;

export const skins = {
  porcelain: "#f2cfb4",
  apricot: "#e0a67c",
  honey: "#c68553",
  chestnut: "#8d5537",
  cocoa: "#5d3826",
} as const;
