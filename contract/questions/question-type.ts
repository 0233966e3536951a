/** An answer: a text, or a list of texts for question types with several answers. */
export type Answer = string | string[];

/** The part of a question that its answer is checked against. `options` is a list for choices, otherwise null. */
export type AskedQuestion = { options: readonly string[] | null };

/** One kind of question: its rules and texts. web/lib/questions draws it. */
export type QuestionType = TypeOfOneText | TypeOfSeveralTexts;

type TypeOfOneText = TypeOf<string> & { isMultiple: false };
type TypeOfSeveralTexts = TypeOf<string[]> & { isMultiple: true };

type TypeOf<Value extends Answer> = {
  label: string;
  /** Whether people choose among options. Statistics count each choice; the SQL function `is_choice` has the same list of types. */
  isChoice: boolean;
  emptyAnswer: Value;
  /** The message when a required answer is missing. */
  missing: string;
  /** The message for an answer that is not blank, or null. */
  validate(answer: Value, question: AskedQuestion): string | null;
  /** The stored form of an answer that `validate` accepted. */
  clean(answer: Value): Value;
};
