using System;
using System.Data.SqlClient;
using System.Diagnostics;
using System.IO;
using System.Net.Http;
using System.Runtime.Serialization.Formatters.Binary;
using System.Security.Cryptography;
using System.Xml;

public class AccountController : Controller
{
    private readonly SqlConnection connection;

    public SqlCommand Find(string name)
    {
        return new SqlCommand("SELECT * FROM Accounts WHERE Name = '" + name + "'", connection);
    }

    public void Delete(ShopContext shop, string id)
    {
        shop.Database.ExecuteSqlRaw($"DELETE FROM Accounts WHERE Id = {id}");
    }

    public void Convert(string file)
    {
        Process.Start("cmd.exe", "/c convert " + file);
    }

    public object Read(Stream stream)
    {
        return new BinaryFormatter().Deserialize(stream);
    }

    public HttpClient Client()
    {
        var handler = new HttpClientHandler();
        handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => true;
        return new HttpClient(handler);
    }

    public byte[] Digest(byte[] data)
    {
        using var md5 = MD5.Create();
        return md5.ComputeHash(data);
    }

    public void Configure(Aes aes)
    {
        aes.Mode = CipherMode.ECB;
    }

    public string NewToken()
    {
        var random = new Random();
        return random.Next().ToString("x");
    }

    public XmlReader Parse(Stream stream)
    {
        return XmlReader.Create(stream, new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse });
    }

    public void Remember(HttpResponse response, string value)
    {
        response.Cookies.Append("session", value, new CookieOptions { HttpOnly = false, Secure = false });
    }

    public string Save(IFormFile file)
    {
        return Path.Combine("uploads", file.FileName);
    }

    [ValidateInput(false)]
    public IHtmlContent Comment(string body)
    {
        return Html.Raw(body);
    }

    public TokenValidationParameters Validation() => new TokenValidationParameters
    {
        ValidateLifetime = false,
    };
}
