using System.Net.Sockets;
using Microsoft.Data.Sqlite;

var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();

app.MapGet("/items/{id}", (string id) =>
{
    using var connection = new SqliteConnection("Data Source=shop.db");
    var command = connection.CreateCommand();
    command.CommandText = "SELECT * FROM items WHERE id = " + id;
    return command.ExecuteScalar();
});

app.MapGet("/logs", async (HttpContext context) =>
{
    var name = context.Request.Query["name"];
    File.Delete("/var/log/shop/" + name);
    await context.Response.WriteAsync("<p>" + name + "</p>");
});

app.Run();
