"use client";

/** The last net: the shell itself failed, so this brings its own document and no styles of the shell. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: "system-ui, sans-serif", margin: "80px auto", maxWidth: 560, padding: 16 }}>
        <h1 style={{ fontSize: 26 }}>Firn could not make this page</h1>
        <p>The log of the web process says why.</p>
        <button type="button" onClick={reset}>
          Try again
        </button>
      </body>
    </html>
  );
}
