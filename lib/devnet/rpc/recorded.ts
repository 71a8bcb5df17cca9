import { InputError } from "../../errors";
import type { Answer } from "../http/json2";
import type { RecordedAnswers } from "../recorded-answers";

/** Methods of an API of which nothing is computed: each recorded call gets its recorded answer, at any height. */
export function recordedMethods(
  recorded: RecordedAnswers,
  path: string,
  methods: ReadonlySet<string>,
): Answer[] {
  return [...methods].map((name) => ({
    name,
    async run(params) {
      const outcome = recorded.find(path, name, params) ?? { error: { message: "not in this recording" } };
      if ("error" in outcome) throw new InputError("NOT_FOUND", outcome.error.message);
      return outcome;
    },
  }));
}
