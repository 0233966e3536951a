/** Of the template in which the home page keeps what the form says of data. */
export const dataNoticeId = "data-notice";
