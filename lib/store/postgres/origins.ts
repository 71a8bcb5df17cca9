import type { ClientBase, Connection, FieldDef, Submittable } from "pg";

/**
 * Columns of a prepared statement as the server parsed it, with the tables that they are of. Citus plans a query of its
 * own, and what that answers with names no tables.
 */
export function describeStatement(
  client: ClientBase,
  { text, name = "" }: { text: string; name?: string | undefined },
): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    const description = new Description(text, name, (error, fields) =>
      error === undefined ? resolve(fields) : reject(error),
    );
    client.query(description);
  });
}

/** Asks for the description of a statement, which it parses unless the connection has it under its name. */
class Description implements Submittable {
  readonly text: string;
  readonly name: string;
  #fields: FieldDef[] = [];
  readonly #done: (error: Error | undefined, fields: FieldDef[]) => void;

  constructor(text: string, name: string, done: (error: Error | undefined, fields: FieldDef[]) => void) {
    this.text = text;
    this.name = name;
    this.#done = done;
  }

  submit(connection: Connection): void {
    if (this.name === "") connection.parse({ text: this.text, name: "", types: [] }, true);
    connection.describe({ type: "S", name: this.name }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#fields = fields;
  }

  handleError(error: Error): void {
    this.#done(error, []);
  }

  handleReadyForQuery(): void {
    this.#done(undefined, this.#fields);
  }
}
