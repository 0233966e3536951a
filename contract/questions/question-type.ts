/** An answer: a text, or a list of texts for the types that take several. */
export type Answer = string | string[];

/** What an answer is checked against. `options` is a list for choices, otherwise null. */
export type AskedQuestion = { options: readonly string[] | null };

/** One kind of question: all that sets it apart but its drawing, which web/lib/questions holds. */
export type QuestionType = TypeOfOneText | TypeOfSeveralTexts;

type TypeOfOneText = TypeOf<string> & { isMultiple: false };
type TypeOfSeveralTexts = TypeOf<string[]> & { isMultiple: true };

type TypeOf<Value extends Answer> = {
  label: string;
  /** Answered by choosing among options. Statistics count choices one by one; SQL knows them by the function is_choice. */
  isChoice: boolean;
  emptyAnswer: Value;
  /** The message when a required answer is missing. */
  missing: string;
  /** The message for an answer that is not blank, or null. */
  validate(answer: Value, question: AskedQuestion): string | null;
  /** The stored form of an answer that `validate` accepted. */
  clean(answer: Value): Value;
};
