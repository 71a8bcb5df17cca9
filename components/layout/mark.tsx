/** The mark: three layers of snow, the newest in the accent colour. */
export function Mark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <rect className="m1" x="2" y="2" width="16" height="4.2" rx="1.2" />
      <rect className="m2" x="2" y="7.9" width="11" height="4.2" rx="1.2" />
      <rect className="m2" x="2" y="13.8" width="5.5" height="4.2" rx="1.2" />
    </svg>
  );
}
