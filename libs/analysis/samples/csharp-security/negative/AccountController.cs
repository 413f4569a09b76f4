using System;
using System.Data.SqlClient;
using System.Diagnostics;
using System.IO;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text.Json;
using System.Xml;

public class AccountController : Controller
{
    private const string Columns = "Id, Name";
    private readonly SqlConnection connection;

    public SqlCommand Find(string name)
    {
        var command = new SqlCommand("SELECT " + Columns + " FROM Accounts WHERE Name = @name", connection);
        command.Parameters.AddWithValue("@name", name);
        return command;
    }

    public void Delete(ShopContext shop, string id)
    {
        shop.Database.ExecuteSqlInterpolated($"DELETE FROM Accounts WHERE Id = {id}");
        logger.LogInformation($"Selected {id} from the list");
    }

    public void Convert(string file)
    {
        var start = new ProcessStartInfo("convert");
        start.ArgumentList.Add(file);
        Process.Start(start);
    }

    public Account Read(Stream stream)
    {
        return JsonSerializer.Deserialize<Account>(stream);
    }

    public HttpClient Client()
    {
        var handler = new HttpClientHandler();
        handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => Pinned(certificate);
        return new HttpClient(handler);
    }

    public byte[] Digest(byte[] data) => SHA256.HashData(data);

    public void Configure(Aes aes)
    {
        aes.Mode = CipherMode.CBC;
    }

    public string NewToken() => System.Convert.ToHexString(RandomNumberGenerator.GetBytes(16));

    public int RollDice() => new Random().Next(1, 7);

    public XmlReader Parse(Stream stream)
    {
        return XmlReader.Create(stream, new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null });
    }

    public void Remember(HttpResponse response, string value)
    {
        response.Cookies.Append("session", value, new CookieOptions { HttpOnly = true, Secure = true });
    }

    public string Save(IFormFile file)
    {
        return Path.Combine("uploads", Path.GetRandomFileName());
    }

    public IHtmlContent Rule()
    {
        return Html.Raw("<hr>");
    }

    public TokenValidationParameters Validation() => new TokenValidationParameters { ValidateLifetime = true };
}
