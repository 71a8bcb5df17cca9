import type { z } from "zod";
import { fromHex } from "../../avalanche/codec/bytes";
import {
  type container,
  getContainerByID,
  getContainerByIndex,
  getContainerRange,
  getIndex,
  getLastAccepted,
  type IndexName,
  isAccepted,
  NOTHING_ACCEPTED,
} from "../../contract/node/index";
import type { Encoding } from "../../contract/node/wire";
import { InputError } from "../../errors";
import { encodeBytes } from "../go/hex";
import { type Answer, answers } from "../http/json2";
import type { Indexes } from "../indexes";
import { type NodeForm, rangeProblem } from "../node-form";
import type { RecordedContainer } from "../recording";

/**
 * The index API of one index.
 * @source AvalancheGo indexer/service.go, index.go
 */
export function indexMethods(indexes: Indexes, name: IndexName, nodeForm: NodeForm): Answer[] {
  const accepted = () => indexes.containers(name);
  const byId = (id: string) => indexes.byId(name, id) ?? fail("not found");
  return [
    answers(getContainerByID, ({ id, encoding }) => present(byId(id), encoding)),
    answers(getContainerByIndex, ({ index, encoding }) =>
      present(accepted()[Number(index)] ?? fail(`no container at index ${index}`), encoding),
    ),
    answers(getContainerRange, ({ startIndex, numToFetch, encoding }) => {
      const problem = rangeProblem(nodeForm, numToFetch);
      if (problem !== undefined) throw new InputError("BAD_PARAMETER", problem);
      if (numToFetch === 0n) return null;
      const last = accepted().length - 1;
      if (last < 0) fail(NOTHING_ACCEPTED);
      if (startIndex > last) fail(`start index (${startIndex}) > last accepted index (${last})`);
      const start = Number(startIndex);
      const found = accepted().slice(start, start + Number(numToFetch));
      return nodeForm.range(found.map((each) => present(each, encoding)));
    }),
    answers(getIndex, ({ id }) => ({ index: String(byId(id).index) })),
    answers(getLastAccepted, ({ encoding }) =>
      present(accepted().at(-1) ?? fail(NOTHING_ACCEPTED), encoding),
    ),
    answers(isAccepted, ({ id }) => ({ isAccepted: indexes.byId(name, id) !== undefined })),
  ];
}

function present(
  { id, bytes, timestamp, index }: RecordedContainer,
  encoding: Encoding,
): z.input<typeof container> {
  return { id, bytes: encodeBytes(fromHex(bytes), encoding), timestamp, encoding, index: String(index) };
}

function fail(message: string): never {
  throw new InputError("NOT_FOUND", message);
}
