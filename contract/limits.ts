/** Business constants and bounds that browser and server share. Times in milliseconds. */
export const limits = {
  signupPageSize: 10,
  /** Matches of a search are counted exactly up to this number. Above it, the list shows "plus de 1 000". */
  searchTotalMax: 1_000,
  /** Earlier messages of a recipient that are shown. */
  recentMessages: 5,
  /** People that a search for a recipient proposes. */
  proposedPeople: 8,
  nameMax: 100,
  emailMax: 254,
  websiteMax: 500,
  /** Characters of a line in the owner's settings. */
  siteLineMax: 200,
  /** Characters of the tagline. The page types it letter by letter, with one CSS rule per ten letters. */
  taglineMax: 60,
  /** Characters of the mail footer, a short paragraph. */
  mailFooterMax: 300,
  /** Friends that the owner's sentence may ask for. */
  referralFriendsMax: 100,
  /** Friends of one person that may count for the order of waves. */
  referralCapMax: 1_000,
  siteImageBytes: 512 * 1024,
  /** Answers in one sign-up. */
  responsesMax: 200,
  /** How long a decision can be undone. */
  undoMs: 30_000,
  /** After this many years without activity a sign-up and all of its data are deleted. */
  inactiveYears: 1,
  /** Sign-ups that a bulk action may name by their ids. */
  bulkIdsMax: 1_000,
  shortAnswerMax: 500,
  longAnswerMax: 5_000,
  searchMax: 200,
  /** Characters of a source, its medium or its campaign. */
  sourceMax: 64,
  /** New sources that are stored per day, so that a robot cannot fill the table. The SQL function `source_id` has the same number. */
  newSourcesPerDay: 500,
  /** Different passages that wait to be stored; further passages are counted under the source 'autres'. */
  waitingPassages: 1_000,
  /** Sources that the screen shows; the CSV has all. */
  sourceRows: 1_000,
  viewNameMax: 60,
  /** Saved views per administrator and list. */
  viewsMax: 30,
  segmentNameMax: 60,
  /** Conditions of a segment, in all of its groups together. */
  segmentRulesMax: 10,
  segmentsMax: 100,
  /** Characters of conditions as JSON in an address. */
  conditionsTextMax: 4_000,
  /** Characters of a saved view's address: the longest conditions, percent-encoded, with the other filters. */
  viewQueryMax: 14_000,
  requestOutcomeMax: 500,
  questionMax: 500,
  optionMax: 200,
  optionsMax: 50,
  /** Rules of a question that depends on others. */
  showRulesMax: 5,
  bodyBytes: 64 * 1024,
  passwordMin: 12,
  passwordMax: 256,
  invitationHours: 24,
  emailLogPageSize: 100,
  pendingBatchSize: 10,
  transportErrorTextMax: 200,
  subjectMax: 200,
  reasonMax: 200,
  emailContentBytes: 2 * 1024 * 1024,
  /** Pictures that travel inside a message (`data:` addresses). */
  mailPicturesMax: 50,
  /** Width in pixels of a picture inside the 600 pixels of the mail's layout, which Outlook needs. */
  mailPictureWidth: 544,
  /** Pairs of opening braces in a message. Each pair may begin a variable, which is filled in for each recipient. */
  mailVariablesMax: 500,
  emailBodyBytes: 4 * 1024 * 1024,
  campaignPauseMs: 100,
  /** Confirmations that all strangers together may cause in an hour. The settings may change it. */
  confirmationsPerHour: 500,
  /** Personal links per mailbox in 24 hours. */
  linksPerDay: 3,
  /** Links to personal data that all strangers together may cause in an hour. */
  myDataLinksPerHour: 120,
  simulatedCampaignMs: 1_500,
  templateEditorRows: 15,
  /** Templates of the administrators, besides those that the product came with. */
  ownTemplatesMax: 50,
  /** How many former versions of a template are kept, and how many bytes they have together. */
  templateVersionsMax: 50,
  templateVersionsBytes: 16 * 1024 * 1024,
  successDialogMs: 8_000,
  successCallbackMs: 3_000,
  parentDialogMs: 5_000,
  mobileDebounceMs: 100,
  /** How often, and how long after the sign-up, its visitor may correct an unconfirmed address. */
  addressCorrections: 3,
  addressCorrectionMs: 15 * 60 * 1_000,
  /** How long the sign-up dialog waits for an answer. */
  signupAnswerMs: 20_000,
  floatingButtonScrollPx: 300,
  floatingButtonViewportShare: 0.3,
  revealThreshold: 0.15,
  videoControlsMs: 3_000,
  videoProgressMs: 100,
  chartAnswers: 10,
  barLabelMax: 25,
  questionSelectLabelMax: 50,
} as const;
