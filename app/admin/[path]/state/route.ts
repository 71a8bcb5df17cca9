import { answerState } from "../../answer-state";

export async function GET(_: Request, { params }: { params: Promise<{ path: string }> }): Promise<Response> {
  return answerState((await params).path);
}
