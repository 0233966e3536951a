import {
  ActionIcon,
  Button,
  CloseButton,
  type CSSVariablesResolver,
  createTheme,
  getSize,
  type MantineSize,
} from "@mantine/core";

/** The default name of close buttons in dialogs, notices and alerts. A constant, because Mantine's type has no aria attributes. */
const namedClose = { variant: "subtle", "aria-label": "Fermer" };

/** The height of a control by its size, but at least the size for a finger (theme.css sets `--touch-target`). */
const reachable = (size: MantineSize | (string & {}) | number | undefined, prefix: string) =>
  `max(${getSize(size ?? (prefix === "ai-size" ? "md" : "sm"), prefix)}, var(--touch-target))`;

/**
 * The brand colours as Mantine's ten-step scales. Filled elements use step 7, on which white text meets WCAG AA in every scale.
 * Status colours: green = approved, yellow = waiting, red = rejected or destructive, blue = information.
 */
export const theme = createTheme({
  primaryColor: "vermilion",
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.18,
  respectReducedMotion: true,
  cursorType: "pointer",
  defaultRadius: "sm",
  white: "#fcf8f0",
  black: "#1b1714",
  fontFamily: "var(--text)",
  headings: {
    fontFamily: "var(--display)",
    fontWeight: "400",
    sizes: {
      h1: { fontSize: "2rem", lineHeight: "1.15" },
      h2: { fontSize: "1.375rem", lineHeight: "1.25" },
      h3: { fontSize: "1.125rem", lineHeight: "1.3" },
    },
  },
  components: {
    ActionIcon: ActionIcon.extend({
      vars: (_theme, { size }) => ({ root: { "--ai-size": reachable(size, "ai-size") } }),
    }),
    Button: Button.extend({
      vars: (_theme, { size }) => ({ root: { "--button-height": reachable(size, "button-height") } }),
    }),
    // The arrow of a select is decoration, because its role says the same.
    ComboboxChevron: { defaultProps: { "aria-hidden": true } },
    CloseButton: CloseButton.extend({ defaultProps: namedClose }),
    // Mantine's default is the primary colour, a red, which here means a failure. The name is enough, as for Tooltip below.
    Notification: { defaultProps: { color: "blue" } },
    // Rendered beside its target, so that it is in the same landmark. Stays open while the pointer is on it.
    // Configured by name without importing the component, which loads with the screens that use it.
    Tooltip: { defaultProps: { withinPortal: false, floatingStrategy: "fixed", interactive: true } },
  },
  colors: {
    vermilion: [
      "#fdf1ed",
      "#fbdfd7",
      "#f6bfb0",
      "#f19c86",
      "#f08a6e",
      "#e65c3b",
      "#cd3010",
      "#c8351b",
      "#ad2a12",
      "#8a200c",
    ],
    red: [
      "#fdf0f1",
      "#fadcdf",
      "#f2b6bc",
      "#ee9ca5",
      "#ec8893",
      "#d9475a",
      "#c92c42",
      "#b32038",
      "#96192d",
      "#781322",
    ],
    green: [
      "#f1f6ee",
      "#dfebd8",
      "#c0d8b5",
      "#9dc28d",
      "#8dbb7b",
      "#629650",
      "#4c7f3b",
      "#3f6d31",
      "#335827",
      "#26441c",
    ],
    yellow: [
      "#fcf5e6",
      "#f8e8c3",
      "#efd08a",
      "#e5b855",
      "#dda63f",
      "#c98f28",
      "#a87318",
      "#8a5c10",
      "#6f490b",
      "#523506",
    ],
    blue: [
      "#eef5f6",
      "#d6e8eb",
      "#aacfd6",
      "#8cc0ca",
      "#74b2bf",
      "#357f8f",
      "#286a79",
      "#1f5663",
      "#1a4650",
      "#12353d",
    ],
    gray: [
      "#f9f4ec",
      "#f2eadf",
      "#e7dccd",
      "#d9ccba",
      "#c4b5a1",
      "#8f8273",
      "#6b6158",
      "#4f463f",
      "#38312c",
      "#231e1a",
    ],
    dark: [
      "#f1e9de",
      "#d8cec1",
      "#b8ad9f",
      "#9c9184",
      "#4a423b",
      "#3a332d",
      "#2b2622",
      "#211d1a",
      "#1a1714",
      "#12100e",
    ],
  },
});

/** Replaces Mantine's greys and reds for small text, which do not meet WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-error": "#b32038",
    "--mantine-color-success": "#3f6d31",
    "--mantine-color-placeholder": "#75695d",
    "--mantine-color-dimmed": "#5f554b",
    "--mantine-color-anchor": "#ad2a12",
  },
  dark: {
    "--mantine-color-error": "#ee9ca5",
    "--mantine-color-success": "#9dc28d",
    "--mantine-color-placeholder": "#a89d90",
    "--mantine-color-dimmed": "#b8ad9f",
    "--mantine-color-anchor": "#f08a6e",
    ...nightTint("green", "#2c3a26", "#37492f"),
    ...nightTint("yellow", "#43331a", "#523f21"),
    ...nightTint("red", "#47262b", "#583036"),
    ...nightTint("blue", "#213a40", "#2a4950"),
    ...nightTint("vermilion", "#4a2a20", "#5b3529"),
  },
});

/** Mantine's light variants are nearly black in the dark theme. These variants stay recognizable. */
function nightTint(color: string, background: string, hover: string): Record<string, string> {
  return {
    [`--mantine-color-${color}-light`]: background,
    [`--mantine-color-${color}-light-hover`]: hover,
    [`--mantine-color-${color}-light-color`]: `var(--mantine-color-${color}-2)`,
  };
}
