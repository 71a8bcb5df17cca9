export default function HomePage() {
  return <h1>Firn</h1>;
}
