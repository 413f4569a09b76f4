using System;
using System.Diagnostics;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Azure.Cosmos;
using MongoDB.Bson;
using Renci.SshNet;

public class LibrariesController : Controller
{
    public IActionResult Find(string name)
    {
        var byName = new BsonDocument("name", name);
        var query = new QueryDefinition("SELECT * FROM c WHERE c.name = @name").WithParameter("@name", name);
        Process.Start("ls", new[] { name });
        return Ok();
    }

    public IActionResult Make(string kind)
    {
        var type = kind == "book" ? typeof(Book) : typeof(Film);
        return Ok();
    }

    public IActionResult Leave(string next)
    {
        Response.Headers["Content-Security-Policy"] = "script-src 'self'";
        Response.Headers.Location = "/shop?from=" + Uri.EscapeDataString(next);
        return StatusCode(302);
    }

    public SftpClient Connect() => new SftpClient("files.shop.example", "shop", Environment.GetEnvironmentVariable("SHOP_PASSWORD"));
}
