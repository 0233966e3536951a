import { gmailCutBytes } from "#server/mail/content/shown-mail.service.ts";

const kilobytes = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 0 });

/** What whoever writes a mail should know before it leaves, in sentences. */
export function previewWarnings({
  size,
  undescribedPictures,
}: {
  size: number;
  undescribedPictures: number;
}): string[] {
  return [
    ...(size >= gmailCutBytes
      ? [
          `Ce message pèse ${kilobytes.format(size / 1_000)} Ko : Gmail coupe ce qui dépasse 102 Ko, le pied de page d’abord. Raccourcissez-le.`,
        ]
      : []),
    ...(undescribedPictures > 0 ? [pictureWarning(undescribedPictures)] : []),
  ];
}

function pictureWarning(count: number): string {
  return count === 1
    ? "Une image n’a pas de texte de remplacement : qui ne la voit pas n’en saura rien."
    : `${count} images n’ont pas de texte de remplacement : qui ne les voit pas n’en saura rien.`;
}
