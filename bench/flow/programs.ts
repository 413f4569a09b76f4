/** A file of a generated program, and its lines. */
export interface GeneratedFile {
  readonly name: string;
  readonly text: string;
}

/** What a language's tool reads, by the language that its settings name. */
export const GENERATED: Readonly<Record<string, (index: number) => GeneratedFile>> = {
  c: (index) => ({ name: `routes${index}.c`, text: c(index) }),
  javascript: (index) => ({ name: `routes${index}.js`, text: javascript(index) }),
  python: (index) => ({ name: `routes${index}.py`, text: python(index) }),
  php: (index) => ({ name: `routes${index}.php`, text: php(index) }),
  java: (index) => ({ name: `Routes${index}.java`, text: java(index) }),
  csharp: (index) => ({ name: `Routes${index}.cs`, text: csharp(index) }),
  kotlin: (index) => ({ name: `Routes${index}.kt`, text: kotlin(index) }),
  ruby: (index) => ({ name: `routes${index}_controller.rb`, text: ruby(index) }),
};

/** Every tenth file has one call of each kind that input reaches; each calls into the file before it. */
const isDangerous = (index: number): boolean => index % 10 === 0;
const before = (index: number): number => Math.max(0, index - 1);

const c = (index: number): string => `#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row${index} {
  char name[64];
  const char *kind;
  int amount;
};

struct store${index} {
  struct row${index} *rows;
  size_t count;
  size_t limit;
};

int named${before(index)}(char *out, size_t size, const char *value);

static int add(struct store${index} *store, const struct row${index} *row) {
  if (store->count >= store->limit) return -1;
  store->rows[store->count] = *row;
  store->count++;
  return 0;
}

static int total(const struct store${index} *store, int factor) {
  int sum = 0;
  for (size_t i = 0; i < store->count; i++) {
    if (strcmp(store->rows[i].kind, "credit") == 0) sum += store->rows[i].amount * factor;
    else if (strcmp(store->rows[i].kind, "debit") == 0) sum -= store->rows[i].amount * factor;
    else continue;
  }
  return sum;
}

int named${index}(char *out, size_t size, const char *value) {
  size_t length = strlen(value);
  if (length >= size) return named${before(index)}(out, size, "too long");
  for (size_t i = 0; i < length; i++) out[i] = (char)toupper((unsigned char)value[i]);
  out[length] = '\\0';
  return (int)length;
}

int view${index}(void) {
  const char *name = getenv("QUERY_STRING");
  struct store${index} store = {0};
  struct row${index} row;
  char command[256];
  int result = -1;
  if (name == NULL) return -1;
  store.limit = 100;
  store.rows = malloc(store.limit * sizeof(struct row${index}));
  if (store.rows == NULL) goto end;
  row.kind = "credit";
  row.amount = named${before(index)}(row.name, sizeof row.name, name);
  if (row.amount < 0 || add(&store, &row) != 0) goto end;
  snprintf(command, sizeof command, "ls %s", ${isDangerous(index) ? 'name' : '"-l"'});
  system(command);
  result = total(&store, 2);
end:
  free(store.rows);
  return result;
}
`;

const javascript = (index: number): string => `const { exec } = require('node:child_process');
const express = require('express');
const { named${before(index)} } = require('./routes${before(index)}');
const router = express.Router();

class Store${index} {
  constructor(limit) {
    this.limit = limit;
    this.rows = [];
    this.names = new Map();
  }

  add(row) {
    if (this.rows.length >= this.limit) throw new Error('the store is full');
    this.rows.push(row);
    this.names.set(row.name, row);
    return this;
  }

  total(factor) {
    let sum = 0;
    for (const row of this.rows) {
      if (row.kind === 'credit') sum += row.amount * factor;
      else if (row.kind === 'debit') sum -= row.amount * factor;
      else continue;
    }
    return sum;
  }
}

function named${index}(value, kind = 'credit') {
  const text = String(value).trim();
  switch (kind) {
    case 'credit':
      return { name: text, kind, amount: text.length };
    case 'debit':
      return { name: text.toUpperCase(), kind, amount: -text.length };
    default:
      return named${before(index)}(text, 'credit');
  }
}

router.get('/items/:id', (req, res) => {
  const store = new Store${index}(100);
  const { id, kinds = [] } = req.params;
  for (const kind of kinds) store.add(named${index}(id, kind));
  const rows = store.rows.map((row) => ({ ...row, label: \`\${row.name}: \${row.amount}\` }));
  const command = ${isDangerous(index) ? '`ls ${id}`' : "['ls', rows.length].join(' ')"};
  exec(command, (error, output) => {
    if (error) res.status(500).end();
    else res.json({ total: store.total(2), rows, output });
  });
});

module.exports = { router, named${index}, Store${index} };
`;

const python = (index: number): string => `import os

from flask import Blueprint, jsonify, request

from routes${before(index)} import named_${before(index)}

routes = Blueprint("routes${index}", __name__)


class Store${index}:
    def __init__(self, limit):
        self.limit = limit
        self.rows = []
        self.names = {}

    def add(self, row):
        if len(self.rows) >= self.limit:
            raise ValueError("the store is full")
        self.rows.append(row)
        self.names[row["name"]] = row
        return self

    def total(self, factor):
        total = 0
        for row in self.rows:
            if row["kind"] == "credit":
                total += row["amount"] * factor
            elif row["kind"] == "debit":
                total -= row["amount"] * factor
            else:
                continue
        return total


def named_${index}(value, kind="credit"):
    text = str(value).strip()
    if kind == "credit":
        return {"name": text, "kind": kind, "amount": len(text)}
    if kind == "debit":
        return {"name": text.upper(), "kind": kind, "amount": -len(text)}
    return named_${before(index)}(text, "credit")


@routes.route("/items${index}")
def items_${index}():
    store = Store${index}(100)
    name = request.args.get("name", "")
    for kind in request.args.getlist("kind"):
        store.add(named_${index}(name, kind))
    rows = [dict(row, label=f"{row['name']}: {row['amount']}") for row in store.rows]
    command = ${isDangerous(index) ? '"ls " + name' : '" ".join(["ls", str(len(rows))])'}
    os.system(command)
    return jsonify({"total": store.total(2), "rows": rows})
`;

const php = (index: number): string => `<?php
require_once 'routes${before(index)}.php';

class Store${index}
{
    private $limit;
    private $rows = [];
    private $names = [];

    public function __construct($limit)
    {
        $this->limit = $limit;
    }

    public function add($row)
    {
        if (count($this->rows) >= $this->limit) {
            throw new RuntimeException('the store is full');
        }
        $this->rows[] = $row;
        $this->names[$row['name']] = $row;
        return $this;
    }

    public function total($factor)
    {
        $total = 0;
        foreach ($this->rows as $row) {
            if ($row['kind'] === 'credit') {
                $total += $row['amount'] * $factor;
            } elseif ($row['kind'] === 'debit') {
                $total -= $row['amount'] * $factor;
            }
        }
        return $total;
    }
}

function named${index}($value, $kind = 'credit')
{
    $text = trim($value);
    switch ($kind) {
        case 'credit':
            return ['name' => $text, 'kind' => $kind, 'amount' => strlen($text)];
        case 'debit':
            return ['name' => strtoupper($text), 'kind' => $kind, 'amount' => -strlen($text)];
        default:
            return named${before(index)}($text, 'credit');
    }
}

function items${index}()
{
    $store = new Store${index}(100);
    $name = $_GET['name'];
    foreach (['credit', 'debit'] as $kind) {
        $store->add(named${index}($name, $kind));
    }
    $command = ${isDangerous(index) ? '"ls $name"' : "implode(' ', ['ls', $store->total(1)])"};
    exec($command);
    return $store->total(2);
}

items${index}();
`;

const java = (index: number): string => `package shop;

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

const ruby = (index: number): string => `require_relative 'routes${before(index)}_controller'

class Store${index}
  attr_reader :rows

  def initialize(limit)
    @limit = limit
    @rows = []
    @names = {}
  end

  def add(row)
    raise ArgumentError, 'the store is full' if @rows.size >= @limit

    @rows << row
    @names[row[:name]] = row
    self
  end

  def total(factor)
    @rows.sum do |row|
      case row[:kind]
      when 'credit' then row[:amount] * factor
      when 'debit' then -row[:amount] * factor
      else 0
      end
    end
  end
end

module Naming${index}
  def self.named(value, kind = 'credit')
    text = value.to_s.strip
    case kind
    when 'credit'
      { name: text, kind: kind, amount: text.size }
    when 'debit'
      { name: text.upcase, kind: kind, amount: -text.size }
    else
      Naming${before(index)}.named(text, 'credit')
    end
  end
end

class Routes${index}Controller < ApplicationController
  before_action :load_name

  def index
    store = Store${index}.new(100)
    %w[credit debit].each { |kind| store.add(Naming${index}.named(@name, kind)) }
    command = ${isDangerous(index) ? '"ls #{@name}"' : "['ls', store.rows.size].join(' ')"}
    system(command)
    render json: { total: store.total(2), rows: store.rows }
  end

  private

  def load_name
    @name = params[:name]
  end
end
`;

const csharp = (index: number): string => `using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using Microsoft.AspNetCore.Mvc;

namespace Shop;

public record Row${index}(string Name, string Kind, int Amount);

public class Store${index}
{
    private readonly int _limit;
    private readonly List<Row${index}> _rows = new();
    private readonly Dictionary<string, Row${index}> _names = new();

    public Store${index}(int limit) => _limit = limit;

    public IReadOnlyList<Row${index}> Rows => _rows;

    public Store${index} Add(Row${index} row)
    {
        if (_rows.Count >= _limit) throw new System.InvalidOperationException("the store is full");
        _rows.Add(row);
        _names[row.Name] = row;
        return this;
    }

    public int Total(int factor)
    {
        var total = 0;
        foreach (var row in _rows)
            total += row.Kind switch
            {
                "credit" => row.Amount * factor,
                "debit" => -row.Amount * factor,
                _ => 0,
            };
        return total;
    }
}

[ApiController]
public class Routes${index} : ControllerBase
{
    public static Row${index} Named(string value, string kind)
    {
        var text = value.Trim();
        switch (kind)
        {
            case "credit":
                return new Row${index}(text, kind, text.Length);
            case "debit":
                return new Row${index}(text.ToUpper(), kind, -text.Length);
            default:
                return Routes${before(index)}.Named(text, "credit") == null ? null : new Row${index}(text, kind, 0);
        }
    }

    [HttpGet("items${index}")]
    public int Items([FromQuery] string name)
    {
        var store = new Store${index}(100);
        foreach (var kind in new[] { "credit", "debit" }) store.Add(Named(name, kind));
        var labels = store.Rows.Select(row => $"{row.Kind}: {row.Amount}").ToList();
        var command = ${isDangerous(index) ? '$"ls {name}"' : 'string.Join(" ", new[] { "ls", $"{labels.Count}" })'};
        Process.Start(command);
        return store.Total(2);
    }
}
`;

const kotlin = (index: number): string => `package shop

import io.ktor.server.application.call
import io.ktor.server.response.respondText
import io.ktor.server.routing.Route
import io.ktor.server.routing.get

data class Row${index}(val name: String, val kind: String, val amount: Int)

class Store${index}(private val limit: Int) {
    val rows = mutableListOf<Row${index}>()
    private val names = mutableMapOf<String, Row${index}>()

    fun add(row: Row${index}): Store${index} {
        check(rows.size < limit) { "the store is full" }
        rows.add(row)
        names[row.name] = row
        return this
    }

    fun total(factor: Int): Int {
        var sum = 0
        for (row in rows) {
            when (row.kind) {
                "credit" -> sum += row.amount * factor
                "debit" -> sum -= row.amount * factor
                else -> continue
            }
        }
        return sum
    }
}

fun named${index}(value: String, kind: String = "credit"): Row${index} {
    val text = value.trim()
    return when (kind) {
        "credit" -> Row${index}(text, kind, text.length)
        "debit" -> Row${index}(text.uppercase(), kind, -text.length)
        else -> named${before(index)}(text).let { Row${index}(it.name, it.kind, it.amount) }
    }
}

fun Route.routes${index}() {
    get("/items/{id}") {
        val store = Store${index}(100)
        val id = call.parameters["id"] ?: return@get call.respondText("no id")
        call.request.queryParameters["kinds"]?.split(",")?.forEach { store.add(named${index}(id, it)) }
        val rows = store.rows.map { row -> "\${row.name}: \${row.amount}" }
        val command = ${isDangerous(index) ? '"ls $id"' : 'listOf("ls", rows.size).joinToString(" ")'}
        Runtime.getRuntime().exec(command)
        call.respondText("\${store.total(2)}")
    }
}
`;
