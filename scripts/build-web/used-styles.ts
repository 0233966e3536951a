import postcss, { type AtRule, type Container, type Root, type Rule } from "postcss";
import type { Plugin, Rolldown } from "vite";

/** Mantine's colours that the theme does not use, although their variables are in its style sheet. */
const foreignColor = /^--mantine-color-(?:pink|grape|violet|indigo|cyan|teal|lime|orange)-/;
/** The class name of a Mantine component. The component's module contains it as a text. */
const componentClass = /\.(m_[\da-f]+)/g;

/**
 * Removes the styles of components that no script draws, because Mantine's sheet holds a hundred components. A screen that imports
 * the sheet of one component keeps it, and the first sheet omits that component.
 */
export const usedStyles: Plugin = {
  name: "used-styles",
  enforce: "post",
  generateBundle(_options, bundle) {
    const files = Object.values(bundle);
    const scripts = files.flatMap((file) => (file.type === "chunk" ? [file.code] : [])).join("\n");
    const isDrawn = (selector: string) =>
      !selector.includes(".selectedCell") && // the editor has no tables
      [...selector.matchAll(componentClass)].every(([, name = ""]) => scripts.includes(name));
    const sheets = files.filter(
      (file): file is Rolldown.OutputAsset => file.type === "asset" && file.fileName.endsWith(".css"),
    );
    const parsed = sheets.map((sheet) => ({ sheet, root: postcss.parse(String(sheet.source)) }));
    const elsewhere = new Set(
      parsed.filter(({ sheet }) => !isFirst(sheet)).flatMap(({ root }) => selectorsOf(root)),
    );
    for (const { sheet, root } of parsed) {
      const isWanted = isFirst(sheet) ? (text: string) => isDrawn(text) && !elsewhere.has(text) : isDrawn;
      keepOnly(root, isWanted);
      sheet.source = root.toString();
    }
  },
};

const isFirst = ({ fileName }: Rolldown.OutputAsset) => /(?:^|\/)index-[^/]*$/.test(fileName);

/** The selectors of Mantine's components. */
function selectorsOf(root: Root): string[] {
  const found: string[] = [];
  root.walkRules(
    ({ selectors }) => void found.push(...selectors.filter((text) => text.search(componentClass) >= 0)),
  );
  return found;
}

function keepOnly(root: Root, isWanted: (selector: string) => boolean): void {
  root.walkDecls(foreignColor, (declaration) => void declaration.remove());
  root.walkRules((rule) => {
    if (isKeyframe(rule)) return;
    const kept = rule.selectors.filter(isWanted);
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  });
  root.walk((node) => {
    if (isEmptied(node)) node.remove();
  });
}

function isKeyframe({ parent }: Rule): boolean {
  return parent?.type === "atrule" && (parent as AtRule).name.endsWith("keyframes");
}

function isEmptied(node: { type: string }): boolean {
  return (node.type === "rule" || node.type === "atrule") && (node as Container).nodes?.length === 0;
}
