export {
  forward as GET,
  forward as POST,
  refuse as DELETE,
  refuse as PATCH,
  refuse as PUT,
} from "../../../forward";
