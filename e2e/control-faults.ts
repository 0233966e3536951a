/** Functions that run in a page (each by itself, so that they share nothing) and say in words what is wrong there. */

/** WCAG 1.4.12. */
export const spaceText = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** The controls whose edge, or what shows that they are chosen, stands out less than 3:1 from what is around them. */
export function controlFaults(): string[] {
  type Color = { red: number; green: number; blue: number; alpha: number };
  const parse = (text: string): Color => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    return { red, green, blue, alpha };
  };
  const luminance = ({ red, green, blue }: Color) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: Color, other: Color) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const around = (element: Element): Color => {
    for (let part = element.parentElement; part; part = part.parentElement) {
      const color = parse(getComputedStyle(part).backgroundColor);
      if (color.alpha === 1) return color;
    }
    return parse(getComputedStyle(document.body).backgroundColor);
  };
  const over = (color: Color, ground: Color): Color => {
    const mixed = (one: number, other: number) => one * color.alpha + other * (1 - color.alpha);
    return {
      red: mixed(color.red, ground.red),
      green: mixed(color.green, ground.green),
      blue: mixed(color.blue, ground.blue),
      alpha: 1,
    };
  };
  /** Everything that is drawn of a control's edge: one that stands out is enough. */
  const edges = (element: Element): Color[] => {
    const style = getComputedStyle(element);
    const drawn = [parse(style.backgroundColor)];
    if (parseFloat(style.borderTopWidth) > 0) drawn.push(parse(style.borderTopColor));
    if (style.outlineStyle !== "none") drawn.push(parse(style.outlineColor));
    const ground = around(element);
    return drawn.map((color) => over(color, ground));
  };
  const controls = [
    ".mantine-Input-input:not(:disabled)",
    "main input[type='checkbox']:not(:disabled, [role='switch'])",
    ".mantine-Checkbox-input:not(:disabled)",
    ".mantine-Radio-radio:not(:disabled)",
    ".mantine-Switch-track",
    ".mantine-Button-root[data-variant='default']:not(:disabled)",
    ".mantine-ActionIcon-root[data-variant='default']:not(:disabled)",
    ".mantine-RichTextEditor-control:not(:disabled)",
    "[aria-pressed='true']",
    "nav [aria-current='page']",
    "[data-selected]",
  ];
  if (matchMedia("(forced-colors: active)").matches)
    controls.push(".mantine-Badge-root", "span[data-tone]", ".mantine-Progress-root");
  return [...document.querySelectorAll(controls.join(", "))]
    .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
    .filter((element) => !element.closest(":disabled, [data-disabled]"))
    .flatMap((element) => {
      const best = Math.max(1, ...edges(element).map((edge) => contrast(edge, around(element))));
      return best < 3 ? [`${best.toFixed(2)}:1 ${element.outerHTML.slice(0, 140)}`] : [];
    });
}

/** Fields with a star that only eyes see. */
export function unexposedRequired(): string[] {
  return [...document.querySelectorAll(".mantine-InputWrapper-required")]
    .map((star) => star.closest(".mantine-InputWrapper-root") ?? star.parentElement?.parentElement)
    .filter((field) => !field?.querySelector(":required, [aria-required='true']"))
    .map((field) => `required for eyes only: ${field?.textContent?.slice(0, 60)}`);
}

/** What can be focused without its outline being seen. Somebody has to have used the keyboard before. */
export function focusFaults(): string[] {
  const focusable = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  return [...document.querySelectorAll<HTMLElement>(`header :is(${focusable}), main :is(${focusable})`)]
    .filter((element) => element.checkVisibility() && element.tabIndex >= 0 && !element.matches(":disabled"))
    .flatMap((element) => {
      element.focus({ preventScroll: true });
      if (document.activeElement !== element) return [];
      const parts = [element, element.nextElementSibling, element.parentElement, ...element.children];
      const seen = parts.some((part) => {
        if (!part) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(part);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      });
      return seen ? [] : [`focus not seen: ${element.outerHTML.slice(0, 140)}`];
    });
}

/** Texts that are cut off, and a page that has to be scrolled sideways. */
export function clippedTexts(): string[] {
  const root = document.documentElement;
  const sideways = root.scrollWidth > root.clientWidth ? ["the page scrolls sideways"] : [];
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  const clipped = [...document.querySelectorAll("main *, header *")]
    .filter(
      (element) => hasText(element) && element.checkVisibility() && !element.closest(".visually-hidden"),
    )
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const cutsX = overflowX === "hidden" || overflowX === "clip";
      const cutsY = overflowY === "hidden" || overflowY === "clip";
      return (
        (cutsX && element.scrollWidth > element.clientWidth + 1) ||
        (cutsY && element.scrollHeight > element.clientHeight + 1)
      );
    })
    .map((element) => `cut off: ${element.textContent?.trim().slice(0, 60)}`);
  return [...sideways, ...clipped];
}

/** Tables without a name, columns without a heading, and rows that do not say what they are about. */
export function tableFaults(): string[] {
  return [...document.querySelectorAll("table")]
    .filter((table) => table.checkVisibility())
    .flatMap((table) => {
      const name = table.caption?.textContent?.trim() ?? "";
      const headings = [...table.querySelectorAll("thead th")];
      const columns = table.tBodies[0]?.rows[0]?.cells.length ?? 0;
      const nameless = [...(table.tBodies[0]?.rows ?? [])].filter(
        (row) => row.querySelectorAll("th[scope=row]").length !== 1,
      );
      return [
        name === "" && "no caption",
        headings.length !== columns && `${headings.length} headings over ${columns} columns`,
        headings.some((heading) => heading.getAttribute("scope") !== "col") && "a heading of no column",
        nameless.length > 0 && `${nameless.length} rows without one heading: ${nameless[0]?.textContent}`,
      ].flatMap((fault) => (fault ? [`${name}: ${fault}`] : []));
    });
}
