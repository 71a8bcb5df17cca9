import { answerState } from "../answer-state";

/** For a browser without a session. */
export async function GET(): Promise<Response> {
  return answerState();
}
