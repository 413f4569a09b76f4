using System;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Azure.Cosmos;
using MongoDB.Bson;
using Renci.SshNet;

public class LibrariesController : Controller
{
    public IActionResult Find(string name)
    {
        var byScript = new BsonDocument("$where", "this.name == '" + name + "'");
        var query = new QueryDefinition("SELECT * FROM c WHERE c.name = '" + name + "'");
        return Ok();
    }

    public IActionResult Make(string kind)
    {
        var type = Type.GetType(kind);
        return Ok();
    }

    public IActionResult Leave(string next)
    {
        Response.Headers["Content-Security-Policy"] = "script-src 'self' 'unsafe-inline'";
        Response.Headers.Location = next;
        return StatusCode(302);
    }

    public SftpClient Connect() => new SftpClient("files.shop.example", "shop", "Turnip-48-Lantern");
}
