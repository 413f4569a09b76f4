using Dapper;
using Microsoft.Data.SqlClient;
using Microsoft.EntityFrameworkCore;

namespace Shop;

public class Users : IUsers
{
    private readonly ShopContext _shop;
    private readonly string _address;

    public Users(ShopContext shop, string address)
    {
        _shop = shop;
        _address = address;
    }

    public object Find(string name)
    {
        using var connection = new SqlConnection(_address);
        using var command = new SqlCommand("SELECT * FROM users WHERE name = '" + name + "'", connection);
        var other = connection.CreateCommand();
        other.CommandText = $"DELETE FROM seen WHERE name = '{name}'";
        connection.Execute($"UPDATE seen SET count = 1 WHERE name = '{name}'");
        var rows = _shop.Users.FromSqlRaw($"SELECT * FROM users WHERE name = '{name}'").ToList();
        return command.ExecuteScalar() ?? rows;
    }
}

public class ShopContext : DbContext
{
    public DbSet<User> Users { get; set; }
}

public class User
{
    public string Name { get; set; }
}
