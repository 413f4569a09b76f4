import { Property, count } from '../openapi/property';

export class Pagination {
  @Property(count)
  total!: number;

  @Property(count)
  limit!: number;

  @Property(count)
  offset!: number;
}
