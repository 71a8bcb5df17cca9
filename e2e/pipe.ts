import { connect, createServer, type Socket } from "node:net";

/** What happens to what a client sends. */
export type PipeMode = "pass" | "hang" | "refuse" | { delayMs: number };

/** Stands before a service: lets through what is sent to it, late, or never, or closes connections. */
export interface Pipe {
  mode: PipeMode;
  close(): Promise<void>;
}

/** Listens on `port` of loopback for a service on `target`. */
export async function openPipe(port: number, target: number): Promise<Pipe> {
  const sockets = new Set<Socket>();
  const pipe: Pipe = {
    mode: "pass",
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((client) => {
    if (pipe.mode === "refuse") return client.destroy();
    const service = connect(target, "127.0.0.1");
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("data", (data) => {
      const { mode } = pipe;
      if (mode === "refuse") return client.destroy();
      if (mode === "hang") return;
      if (mode === "pass") return void service.write(data);
      setTimeout(() => service.writable && service.write(data), mode.delayMs);
    });
    client.on("close", () => service.destroy());
    service.on("data", (data) => client.writable && client.write(data));
    service.on("close", () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return pipe;
}
