import { expect, it } from "vitest";
import { csvOfFields } from "./csv-fields";

it("an answer becomes a row for each of its values, and none is a formula", () => {
  const answer = { height: 7, owner: { names: ["=1+1", 'a "b"'] }, isOpen: false, none: [] };
  expect(csvOfFields(answer)).toBe(
    'field,value\r\nheight,7\r\nowner.names.0,\'=1+1\r\nowner.names.1,"a ""b"""\r\nisOpen,false\r\n',
  );
});
