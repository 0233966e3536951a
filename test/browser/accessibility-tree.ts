import type { Page } from "@playwright/test";

type Value = { value?: unknown };
type Node = {
  nodeId: string;
  ignored: boolean;
  role?: Value;
  name?: Value;
  description?: Value;
  value?: Value;
  properties?: { name: string; value: Value }[];
  childIds?: string[];
};

/** What a screen reader is told of a control besides its role and name. */
const told = [
  "required",
  "invalid",
  "checked",
  "disabled",
  "expanded",
  "pressed",
  "level",
  "live",
  "modal",
  "hasPopup",
];
/** Of no interest to anyone who listens: boxes without a meaning, lines of a paragraph, the marks of a list. */
const silent = new Set(["none", "generic", "LabelText", "InlineTextBox", "ListMarker", "LineBreak"]);

/** The browser's accessibility tree under the first node of a role, one line each, as it is given to screen readers. */
export async function accessibilityTree(page: Page, role: string): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: Node[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const root = nodes.find((node) => !node.ignored && node.role?.value === role);
  if (!root) throw new Error(`there is no ${role}`);
  return `${linesOf(root, byId, "").join("\n")}\n`;
}

function linesOf(node: Node, byId: Map<string, Node>, indent: string): string[] {
  const drawn = !node.ignored && !silent.has(String(node.role?.value));
  const children = (node.childIds ?? []).map((id) => byId.get(id)).filter((child) => child !== undefined);
  // The text of what is named by its text is said already.
  const spoken = children.filter(
    (child) => child.role?.value !== "StaticText" || !String(node.name?.value ?? "").includes(nameOf(child)),
  );
  const inner = spoken.flatMap((child) => linesOf(child, byId, drawn ? `${indent}  ` : indent));
  return drawn ? [`${indent}${lineOf(node)}`, ...inner] : inner;
}

function lineOf(node: Node): string {
  const states = (node.properties ?? [])
    .filter(({ name, value }) => told.includes(name) && value.value !== false && value.value !== "false")
    .map(({ name, value }) => (value.value === true ? name : `${name}=${value.value}`));
  const parts = [String(node.role?.value)];
  if (nameOf(node)) parts.push(JSON.stringify(nameOf(node)));
  if (states.length > 0) parts.push(`[${states.join(", ")}]`);
  if (node.value?.value !== undefined && node.value.value !== "")
    parts.push(`= ${JSON.stringify(node.value.value)}`);
  if (node.description?.value) parts.push(`— ${JSON.stringify(node.description.value)}`);
  return parts.join(" ");
}

const nameOf = (node: Node) => String(node.name?.value ?? "").trim();
