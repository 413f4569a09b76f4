import { before, isDangerous } from './places';

export const csharp = (index: number): string => `using System.Collections.Generic;
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
