import { expect, test } from "vitest";
import { limits } from "./limits.ts";

test("the limits have the figures of section 9 of the specification, 'Business constants and limits'", () => {
  expect(limits).toMatchObject({
    signupPageSize: 10,
    emailLogPageSize: 100,
    pendingBatchSize: 10,
    transportErrorTextMax: 200,
    inactiveYears: 1,
    successDialogMs: 8_000,
    successCallbackMs: 3_000,
    parentDialogMs: 5_000,
    mobileDebounceMs: 100,
    floatingButtonScrollPx: 300,
    floatingButtonViewportShare: 0.3,
    revealThreshold: 0.15,
    videoControlsMs: 3_000,
    videoProgressMs: 100,
    simulatedCampaignMs: 1_500,
    campaignPauseMs: 100,
    templateEditorRows: 15,
    chartAnswers: 10,
    barLabelMax: 25,
    questionSelectLabelMax: 50,
  });
});
