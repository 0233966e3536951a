/** Kinds that mail clients show and the server lets through. */
const kinds = ["image/png", "image/jpeg", "image/gif", "image/webp"];
export const acceptedPictures = kinds.join(",");

const largest = 1024 * 1024;

/** A picture file as a data: address, at most 1 MB of it. */
export async function readPicture(file: File): Promise<{ src: string } | { problem: string }> {
  if (!kinds.includes(file.type)) return { problem: "Choisissez une image PNG, JPEG, GIF ou WebP" };
  if (file.size > largest) return { problem: "L’image est trop volumineuse : 1 Mo au plus" };
  try {
    return { src: await dataAddress(file) };
  } catch {
    return { problem: "Le fichier n’a pas pu être lu" };
  }
}

function dataAddress(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}
