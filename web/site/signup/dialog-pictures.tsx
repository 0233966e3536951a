import { homeIds } from "../home/ids.ts";
import { Picture } from "../parts/picture.tsx";
import { dialogFigure, thanksStrip } from "../pictures/pictures.ts";

/** Kept in the home page, where nothing fetches them before the dialog shows them, so that no script carries their addresses. */
export function DialogPictures() {
  return (
    <>
      <template id={homeIds.dialogPicture}>
        <Picture picture={dialogFigure} sizes="(min-width: 64rem) 24rem, 1px" />
      </template>
      <template id={homeIds.thanksPicture}>
        <Picture picture={thanksStrip} sizes="(min-width: 768px) 40rem, 100vw" />
      </template>
    </>
  );
}
