export { forward as GET } from "../forward";
