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
    // What was mixed is told in shares of one.
    const scale = text.startsWith("color(srgb") ? 255 : 1;
    return { red: red * scale, green: green * scale, blue: blue * scale, alpha };
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
  const sides = ["Top", "Right", "Bottom", "Left"] as const;
  /** Everything that is drawn of a control's edge: one that stands out is enough. */
  const edges = (element: Element): Color[] => {
    const style = getComputedStyle(element);
    const drawn = [parse(style.backgroundColor)];
    for (const side of sides)
      if (parseFloat(style[`border${side}Width`]) > 0) drawn.push(parse(style[`border${side}Color`]));
    if (style.outlineStyle !== "none") drawn.push(parse(style.outlineColor));
    const ground = around(element);
    return drawn.filter(({ alpha }) => alpha > 0).map((color) => over(color, ground));
  };
  const forced = matchMedia("(forced-colors: active)").matches;
  const states = [
    ".mantine-Switch-track",
    "[aria-pressed='true']",
    "nav [aria-current='page']",
    "[data-selected]",
  ];
  if (forced)
    states.push(
      ...[
        ".mantine-Badge-root",
        "span[data-tone]",
        ".mantine-Progress-root",
        ".mantine-SegmentedControl-root",
      ],
    );
  const fields = [
    "input",
    "select",
    "textarea",
    "[role='textbox']",
    "[role='combobox']",
    "[role='searchbox']",
  ];
  const buttons = [
    "button",
    "summary",
    "a.mantine-Button-root",
    "[role='button']",
    "[role='checkbox']",
    "[role='radio']",
  ];
  /** What is around a field where the field itself is drawn as nothing: of a password, of the editor. */
  const frames = ".mantine-Input-input, .mantine-RichTextEditor-root";
  const drawnOf = (control: Element) =>
    control.matches(fields.join()) && edges(control).length === 0
      ? (control.closest(frames) ?? control)
      : control;
  /** Drawn by something else: their tracks and segments are looked at, or their labels are. */
  const isReplaced = (control: Element) =>
    control.matches(
      ".mantine-Switch-input, .mantine-SegmentedControl-input, [type='hidden'], [type='file']",
    ) ||
    parseFloat(getComputedStyle(control).opacity) === 0 ||
    Math.min(control.clientWidth, control.clientHeight) <= 1;
  /** A button that is a text alone has no edge; a field without one is not to be seen. */
  const needsEdge = (control: Element) =>
    control.matches([...states, ...fields].join()) || edges(control).length > 0;
  const all = document.querySelectorAll([...states, ...fields, ...buttons].join());
  return [...all]
    .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
    .filter((element) => !element.closest(":disabled, [data-disabled], [aria-disabled='true']"))
    .filter((element) => !isReplaced(element) && needsEdge(element))
    .flatMap((element) => {
      const drawn = drawnOf(element);
      const best = Math.max(1, ...edges(drawn).map((edge) => contrast(edge, around(drawn))));
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

/**
 * Texts that something around them cuts off, and a page that has to be scrolled sideways. What can be scrolled to is not cut;
 * what says itself that it goes on elsewhere (`text-overflow`, a number of lines) is allowed to, unless it is in a control.
 */
export function clippedTexts(): string[] {
  const root = document.documentElement;
  const sideways =
    root.scrollWidth > root.clientWidth ? [`the page scrolls sideways to ${root.scrollWidth} px`] : [];
  const boxOf = (node: Text) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const shortens = (style: CSSStyleDeclaration) =>
    style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
  const cuts = (node: Text): boolean => {
    const text = boxOf(node);
    for (let part = node.parentElement; part && part !== document.body; part = part.parentElement) {
      const style = getComputedStyle(part);
      if (shortens(style) && !part.closest("button, [role=option], label")) return false;
      const box = part.getBoundingClientRect();
      // For screen readers alone, or out of sight while its button works.
      if (Math.min(box.width, box.height) <= 1 || part.matches("[data-loading]")) return false;
      const x = style.overflowX !== "visible" && (text.left < box.left - 1 || text.right > box.right + 1);
      const y = style.overflowY !== "visible" && (text.top < box.top - 1 || text.bottom > box.bottom + 1);
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return false;
      if (x || y) return true;
    }
    return text.right > root.clientWidth + 1 || text.left < -1;
  };
  const places = document.querySelectorAll("main, header, [role=dialog]");
  const texts = [...places].flatMap((place) => {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    return found;
  });
  const clipped = texts
    .filter((node) => node.data.trim() !== "")
    .filter((node) => {
      const parent = node.parentElement;
      return (
        parent?.checkVisibility({ visibilityProperty: true }) && !parent.closest(".visually-hidden, svg")
      );
    })
    .filter(cuts)
    .map((node) => `cut off: ${node.data.trim().slice(0, 60)} in ${node.parentElement?.className}`);
  return [...sideways, ...new Set(clipped)];
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
