export {
  forward as GET,
  refuse as DELETE,
  refuse as PATCH,
  refuse as POST,
  refuse as PUT,
} from "../../forward";
