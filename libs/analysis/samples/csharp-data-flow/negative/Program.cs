using Microsoft.Data.Sqlite;

var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();

app.MapGet("/items/{id}", (int id) =>
{
    using var connection = new SqliteConnection("Data Source=shop.db");
    var command = connection.CreateCommand();
    command.CommandText = "SELECT * FROM items WHERE id = " + id;
    return command.ExecuteScalar();
});

app.MapGet("/names/{name}", (string name, IUsers users) =>
{
    using var connection = new SqliteConnection("Data Source=shop.db");
    var command = connection.CreateCommand();
    command.CommandText = "SELECT * FROM items WHERE name = $name";
    command.Parameters.AddWithValue("$name", name);
    return command.ExecuteScalar();
});

app.MapGet("/logs", async (HttpContext context) =>
{
    context.Response.ContentType = "text/plain";
    await context.Response.WriteAsync(context.Request.Query["name"]);
});

app.Run();
