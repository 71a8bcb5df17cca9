import { answerState } from "../answer-state";

/** To a browser that knows of no session. */
export async function GET(): Promise<Response> {
  return answerState();
}
