import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeMail, template } from "#test/support/ui/mail-fake.ts";
import {
  button,
  dialog,
  editor,
  field,
  htmlSource,
  htmlSwitch,
  inDialog,
} from "#test/support/ui/mail-page.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

const { id } = template(1);

/** Opens the editor on a template with this content. */
async function openEditor(content: string, changes = {}) {
  const { answers } = fakeMail({ templates: [template(1, { content, ...changes })] });
  await openAdmin(`/admin/dashboard/emails?tab=templates&template=${id}`, answers);
  await expect.element(page.getByRole("form", { name: "Modèle 1" })).toBeVisible();
}

/** Expects this HTML in the source field. */
async function expectHtml(html: string) {
  await htmlSwitch.click();
  await expect.element(htmlSource).toHaveValue(html);
}

const found = (selector: string) => editor.element().querySelector<HTMLElement>(selector);

test("each control of the toolbar writes its format as HTML that a mail may contain", async () => {
  await openEditor("<p>Texte</p>");
  await editor.click();
  await userEvent.keyboard("{Control>}a{/Control}");
  for (const name of ["Gras", "Italique", "Souligné", "Barré", "Centrer", "Augmenter le retrait"]) {
    await expect.element(button(name)).toBeEnabled();
    // A real pointer would double the time of this test without testing more.
    (button(name).element() as HTMLElement).click();
  }
  await button("Couleur du texte").click();
  await button("Vermillon").click();
  await expect.poll(() => found("p.indent-1")?.style.textAlign).toBe("center");
  for (const mark of ["strong", "em", "u", "s"]) expect(found(mark), mark).not.toBeNull();
  expect(found("span")?.style.color).toBe("rgb(205, 48, 16)");
});

test("pasted HTML keeps the formats of a mail and loses scripts", async () => {
  await openEditor("");
  const clipboardData = new DataTransfer();
  clipboardData.setData(
    "text/html",
    `<h2>Titre</h2><p class="ql-align-right">De Quill</p><script>document.title="piégé"</script>
     <img src="javascript:alert(1)" onerror="document.title='piégé'"><p><a href="javascript:alert(1)">piège</a></p>`,
  );
  editor.element().dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  await expect.poll(() => found("h2")?.textContent).toBe("Titre");
  expect(found("p")?.style.textAlign).toBe("right");
  expect(found("img")?.getAttribute("src")).toBe("//:0");
  expect(found("a, script")).toBeNull();
  expect(document.title).not.toContain("piégé");
});

test("a link leads to a web or e-mail address and refuses a script", async () => {
  await openEditor("<p>Texte</p>");
  await editor.click();
  await userEvent.keyboard("{Control>}a{/Control}");
  await button("Lien").click();
  const address = dialog("Lien").getByRole("textbox");
  await address.fill("javascript:alert(1)");
  await inDialog("Lien", "Insérer le lien").click();
  await expect.element(dialog("Lien")).toMatchTextContent("Indiquez une adresse web (https://…)");
  await expect.element(address).toHaveFocus();
  await address.fill("zoe@exemple.fr");
  await inDialog("Lien", "Insérer le lien").click();
  await expectHtml('<p><a href="mailto:zoe@exemple.fr">Texte</a></p>');
});

test("the editor inserts a picture file of at most 1 MB with its alternative text", async () => {
  await openEditor("");
  await button("Image").click();
  const choose = async (file: File) => {
    const files = new DataTransfer();
    files.items.add(file);
    const input = document.querySelector<HTMLInputElement>('[role="dialog"] input[type="file"]');
    if (!input) throw new Error("The dialog has no field for a file.");
    input.files = files.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    await inDialog("Image", "Insérer l’image").click();
  };
  await choose(new File(["<svg/>"], "dessin.svg", { type: "image/svg+xml" }));
  await expect.element(dialog("Image")).toMatchTextContent("Choisissez une image PNG, JPEG, GIF ou WebP");
  await choose(new File([new Uint8Array(1024 * 1024 + 1)], "grand.png", { type: "image/png" }));
  await expect.element(dialog("Image")).toMatchTextContent("L’image est trop volumineuse : 1 Mo au plus");
  await dialog("Image").getByLabelText("Texte de remplacement").fill("Un point");
  await choose(new File(["GIF89a"], "point.gif", { type: "image/gif" }));
  await expect
    .poll(() => found("img[alt='Un point']")?.getAttribute("src"))
    .toBe("data:image/gif;base64,R0lGODlh");
});

test("a picture from the web needs an http or https address", async () => {
  await openEditor("");
  await button("Image").click();
  const address = dialog("Image").getByLabelText("Adresse de l’image");
  await address.fill("data:image/svg+xml;base64,PHN2Zz4=");
  await inDialog("Image", "Insérer l’image").click();
  await expect.element(dialog("Image")).toMatchTextContent("indiquez une adresse en http:// ou https://");
  await address.fill("https://exemple.invalid/a.png");
  await inDialog("Image", "Insérer l’image").click();
  await expect.poll(() => found("img")?.getAttribute("src")).toBe("https://exemple.invalid/a.png");
});

test("a picture that is being read is inserted once, and not after the dialog is closed", async () => {
  const images: { naturalWidth: number; onload?: () => void }[] = [];
  vi.stubGlobal("Image", function Image() {
    const image = { naturalWidth: 300 };
    images.push(image);
    return image;
  });
  await openEditor("");
  for (const closes of [true, false]) {
    await button("Image").click();
    await dialog("Image").getByLabelText("Adresse de l’image").fill("https://exemple.fr/a.png");
    await inDialog("Image", "Insérer l’image").click();
    await expect.element(inDialog("Image", "Insérer l’image")).toHaveAttribute("aria-disabled", "true");
    await inDialog("Image", "Insérer l’image").click({ force: true });
    if (closes) await userEvent.keyboard("{Escape}");
    for (const image of images) image.onload?.();
    await expect.element(dialog("Image")).not.toBeInTheDocument();
    expect(editor.element().querySelectorAll("img")).toHaveLength(closes ? 0 : 1);
  }
  expect(images).toHaveLength(2);
  vi.unstubAllGlobals();
});

test("the toolbar is one tab stop, and arrow keys move between its usable controls", async () => {
  await openEditor("<p>Bonjour</p>");
  (htmlSwitch.element() as HTMLElement).focus();
  await userEvent.tab();
  await expect.element(button("Titre 1")).toHaveFocus();
  await userEvent.tab();
  await expect.element(editor).toHaveFocus();
  await userEvent.tab({ shift: true });
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(button("Titre 2")).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(button("Variables")).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}");
  // The arrow keys skip undo and redo, which are still disabled.
  await expect.element(button("Image")).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(button("Titre 1")).toHaveFocus();
  const stops = page.getByRole("toolbar").element().querySelectorAll('button[tabindex="0"]');
  expect(stops).toHaveLength(1);
});

test("Escape closes the dialog or menu of a toolbar control and returns the focus to the control", async () => {
  await openEditor("<p>Bonjour</p>");
  for (const name of ["Couleur du texte", "Lien", "Image", "Variables"]) {
    (button(name).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button(name)).not.toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(button(name)).toHaveFocus();
  }
});

test("the menu of variables inserts a variable at the cursor in the content", async () => {
  await openEditor("<p>Bonjour !</p>");
  await editor.click();
  await userEvent.keyboard("{End}{ArrowLeft}{ArrowLeft}");
  // The editor notices a moved cursor only at the browser's next event.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await button("Variables").click();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(editor).toHaveTextContent("Bonjour{{firstName}} !");
  await expect.element(editor).toHaveFocus();
});

test("the menu of variables replaces the selected text in the subject", async () => {
  await openEditor("", { subject: "Pour vous" });
  (field("Objet").element() as HTMLInputElement).setSelectionRange(5, 9);
  await button("Insérer une variable : objet").click();
  await page.getByRole("menuitem", { name: /firstName/ }).click();
  await expect.element(field("Objet")).toHaveValue("Pour {{firstName}}");
  await expect.element(field("Objet")).toHaveFocus();
});

test("the switch 'HTML' changes between editor and source without losing content", async () => {
  await openEditor("<p>Bonjour</p>");
  await htmlSwitch.click();
  await expect.element(htmlSource).toHaveValue("<p>Bonjour</p>");
  await htmlSource.fill("<h2>Titre</h2><p>Texte</p>");
  await htmlSwitch.click();
  await expect.element(editor.getByRole("heading", { name: "Titre" })).toBeVisible();
});

test("content that the editor cannot represent opens as HTML, and the change to the editor asks first", async () => {
  await openEditor('<table><tbody><tr><td style="padding:8px">Cellule</td></tr></tbody></table>');
  await expect.element(page.getByText(/l’éditeur ne garderait pas tableaux/)).toBeVisible();
  await htmlSwitch.click();
  await expect.element(dialog("Passer à l’éditeur ?")).toMatchTextContent("tableaux");
  await inDialog("Passer à l’éditeur ?", "Rester en HTML").click();
  await expect.element(htmlSource).toBeVisible();
  await htmlSwitch.click();
  await inDialog("Passer à l’éditeur ?", "Passer à l’éditeur").click();
  await expect.element(editor).toHaveTextContent("Cellule");
});

/** Pastes these contents into the editor, as if another program had copied them. */
function paste(contents: { html?: string; text?: string; file?: File }) {
  const clipboardData = new DataTransfer();
  if (contents.html) clipboardData.setData("text/html", contents.html);
  if (contents.text) clipboardData.setData("text/plain", contents.text);
  if (contents.file) clipboardData.items.add(contents.file);
  editor
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

test("a variable is a single element in the editor, is formatted as a whole, and is text in the HTML", async () => {
  await openEditor(
    '<p>Bonjour {{<strong>first</strong>Name}}, <a href="https://x.example/?q={{email}}">ici</a> !</p>',
  );
  await expect.element(editor).toHaveTextContent("Bonjour {{firstName}}, ici !");
  expect(found("strong > span[contenteditable='false']")?.textContent).toBe("{{firstName}}");
  expect(found("a")?.getAttribute("href")).toBe("https://x.example/?q={{email}}");
  await editor.click();
  await userEvent.keyboard("{Control>}{End}{/Control} {{{{name}}");
  await expect.poll(() => document.querySelectorAll("span[contenteditable='false']").length).toBe(2);
  await expectHtml(
    '<p>Bonjour <strong>{{firstName}}</strong>, <a href="https://x.example/?q={{email}}">ici</a> ! {{name}}</p>',
  );
});

test("a pasted variable becomes a single element, and Backspace deletes it whole", async () => {
  await openEditor("<p></p>");
  await editor.click();
  paste({ html: '<p>Le {{<span style="color:red">da</span>te}} à {{ email }}</p>' });
  await expect.poll(() => document.querySelectorAll("span[contenteditable='false']").length).toBe(2);
  await userEvent.keyboard("{Backspace}");
  await expectHtml('<p>Le <span style="color: red;">{{date}}</span> à </p>');
});

test.each([
  ["<div>a</div><div><br></div><div>b</div>", "<p>a</p><p></p><p>b</p>"],
  [
    "<table><tr><th>Ville</th><th>Heure</th></tr><tr><td><p>Lyon</p></td><td>18 h</td></tr></table>",
    "<p><strong>Ville</strong> | <strong>Heure</strong></p><p>Lyon | 18 h</p>",
  ],
  ["<table><tr><td><p>a</p><p>b</p></td></tr><tr><td>c</td></tr></table>", "<p>a</p><p>b</p><p>c</p>"],
  [
    '<a href="www.exemple.fr">a</a> <a href="tel:+33 1 23">b</a>',
    '<p><a href="https://www.exemple.fr">a</a> <a href="tel:+33123">b</a></p>',
  ],
  [
    `<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>un</p>
     <p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;</span></span><![endif]>dedans</p>
     <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>deux</p><p>fin</p>
     <p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>premier</p>`,
    "<ul><li><p>un</p><ul><li><p>dedans</p></li></ul></li><li><p>deux</p></li></ul><p>fin</p><ol><li><p>premier</p></li></ol><p></p>",
  ],
])("pasted content %s is converted to formats of a mail", async (html, expected) => {
  await openEditor("<p></p>");
  await editor.click();
  paste({ html });
  await expect.poll(() => editor.element().textContent).not.toBe("");
  await expectHtml(expected);
});

test("a blank line in a stored message is one line in the editor", async () => {
  await openEditor("<p>a</p><p><br></p><p>b</p><p></p><p>c</p>");
  await expect.element(editor).toHaveTextContent("abc");
  const heights = [...editor.element().querySelectorAll("p")].map(({ offsetHeight }) => offsetHeight);
  expect(new Set(heights).size).toBe(1);
});

test("a screenshot from the clipboard becomes a picture that fits into a mail", async () => {
  await openEditor("<p></p>");
  await editor.click();
  paste({ file: await pngFile(1_600) });
  await expect.poll(() => found("img")?.getAttribute("src")).toMatch(/^data:image\/png;base64,/);
  expect(found("img")?.getAttribute("width")).toBe("544");
});

/** Creates a PNG file. @param width of the picture, in pixels */
async function pngFile(width: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, 90);
  canvas.getContext("2d");
  return new File([await canvas.convertToBlob({ type: "image/png" })], "image.png", { type: "image/png" });
}

test.each([
  ["Petite", 1_600, "200"],
  ["Moyenne", 1_600, "360"],
  ["Pleine largeur", 1_600, "544"],
  ["Moyenne", 300, "300"],
  ["Pleine largeur", 300, "300"],
])("the size '%s' of a picture that is %i px wide gives it the width %s", async (size, natural, width) => {
  await openEditor("");
  await button("Image").click();
  const input = dialog("Image").element().querySelector<HTMLInputElement>("input[type=file]");
  await userEvent.upload(page.elementLocator(input as Element), await pngFile(natural));
  await dialog("Image").getByText(size, { exact: true }).click();
  await inDialog("Image", "Insérer l’image").click();
  await expect.poll(() => found("img")?.getAttribute("width")).toBe(width);
});

test.each([
  ["Petite", "200"],
  ["Moyenne", "360"],
  ["Pleine largeur", null],
])("the size '%s' of a picture that does not load gives the width %s", async (size, width) => {
  await openEditor("");
  await button("Image").click();
  await dialog("Image").getByLabelText("Adresse de l’image").fill("https://exemple.invalid/a.png");
  await dialog("Image").getByText(size, { exact: true }).click();
  await inDialog("Image", "Insérer l’image").click();
  await expect.poll(() => found("img")?.getAttribute("width")).toBe(width);
});

test("each toggle of the toolbar announces its state, and controls with a dialog announce the dialog", async () => {
  await openEditor("<p>Texte</p>");
  const pressed = (name: string) => button(name).element().getAttribute("aria-pressed");
  await expect.element(button("Gras")).toHaveAttribute("aria-pressed", "false");
  (button("Gras").element() as HTMLElement).click();
  await expect.element(button("Gras")).toHaveAttribute("aria-pressed", "true");
  (button("Gras").element() as HTMLElement).click();
  await expect.element(button("Gras")).toHaveAttribute("aria-pressed", "false");
  expect(["Liste à puces", "Citation", "Centrer"].map(pressed)).toEqual(["false", "false", "false"]);
  for (const name of ["Lien", "Image", "Couleur du texte"])
    await expect.element(button(name)).toHaveAttribute("aria-haspopup", "dialog");
});
