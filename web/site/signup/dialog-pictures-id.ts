/** Of the templates in which the home page keeps the dialog's pictures. */
export const dialogPictureId = "dialog-picture";
export const thanksPictureId = "thanks-picture";
