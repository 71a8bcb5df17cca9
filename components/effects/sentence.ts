/** One event in two tenses: for a row ("Delegate 2,500 AVAX …") and for a heading ("Delegated 2,500 AVAX …"). */
export interface Sentence {
  present: string;
  past: string;
}

/** A sentence whose tenses differ in the verb only. */
export function sentence(present: string, past: string, rest: string): Sentence {
  return { present: `${present} ${rest}`, past: `${past} ${rest}` };
}
