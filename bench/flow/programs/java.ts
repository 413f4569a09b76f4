import { before, isDangerous } from './places';

export const java = (index: number): string => `package shop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class Routes${index} {
  private final Store store = new Store(100);

  static class Row {
    String name;
    String kind;
    int amount;

    Row(String name, String kind, int amount) {
      this.name = name;
      this.kind = kind;
      this.amount = amount;
    }
  }

  static class Store {
    private final int limit;
    private final List<Row> rows = new ArrayList<>();
    private final Map<String, Row> names = new HashMap<>();

    Store(int limit) {
      this.limit = limit;
    }

    Store add(Row row) {
      if (rows.size() >= limit) throw new IllegalStateException("the store is full");
      rows.add(row);
      names.put(row.name, row);
      return this;
    }

    int total(int factor) {
      int total = 0;
      for (Row row : rows) {
        if (row.kind.equals("credit")) total += row.amount * factor;
        else if (row.kind.equals("debit")) total -= row.amount * factor;
        else continue;
      }
      return total;
    }
  }

  static Row named(String value, String kind) {
    String text = String.valueOf(value).trim();
    switch (kind) {
      case "credit":
        return new Row(text, kind, text.length());
      case "debit":
        return new Row(text.toUpperCase(), kind, -text.length());
      default:
        return Routes${before(index)}.named(text, "credit") == null ? null : new Row(text, kind, 0);
    }
  }

  @GetMapping("/items")
  public int items(@RequestParam String name, @RequestParam List<String> kinds) throws Exception {
    for (String kind : kinds) store.add(named(name, kind));
    String command = ${isDangerous(index) ? '"ls " + name' : 'String.join(" ", List.of("ls", kinds.size() + ""))'};
    Runtime.getRuntime().exec(command);
    return store.total(2);
  }
}
`;
