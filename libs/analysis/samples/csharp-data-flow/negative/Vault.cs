using System.Net.Http;
using System.Security.AccessControl;
using System.Security.Cryptography;
using System.Xml;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.IdentityModel.Tokens;

namespace Shop;

public class Vault : ControllerBase
{
    private readonly IConfiguration _settings;

    public Vault(IConfiguration settings) => _settings = settings;

    public void Fresh(byte[] key)
    {
        using var aes = Aes.Create();
        aes.Mode = CipherMode.CBC;
        aes.Key = key;
        aes.GenerateIV();
    }

    public byte[] Nonce()
    {
        var nonce = new byte[12];
        RandomNumberGenerator.Fill(nonce);
        new AesGcm(Convert.FromBase64String(_settings["key"])).Encrypt(nonce, nonce, nonce, nonce);
        return SHA256.HashData(nonce);
    }

    public RSA Long() => RSA.Create(3072);

    public byte[] Derived(string password)
    {
        return new Rfc2898DeriveBytes(password, 16, 600_000, HashAlgorithmName.SHA256).GetBytes(32);
    }

    public SecurityKey Key() => new SymmetricSecurityKey(Convert.FromBase64String(_settings["key"]));

    public HttpClientHandler Handler() => new()
    {
        ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => errors == 0,
    };

    public IActionResult SignIn(string name)
    {
        var token = Convert.ToHexString(RandomNumberGenerator.GetBytes(32));
        var delay = new Random().Next(100);
        Response.Cookies.Append("session", token, new CookieOptions { HttpOnly = true, Secure = true });
        return Ok(delay);
    }

    public TokenValidationParameters Tokens() => new() { RequireSignedTokens = true };

    public XmlReader Reader(Stream stream)
    {
        return XmlReader.Create(stream, new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit });
    }

    public void Somebody(FileSecurity security)
    {
        security.AddAccessRule(new FileSystemAccessRule("shop", FileSystemRights.FullControl, AccessControlType.Allow));
        System.IO.File.WriteAllText("/var/lib/shop/lock", "1");
    }

    public IActionResult Failing()
    {
        try
        {
            return Ok(Nonce());
        }
        catch (Exception error)
        {
            return BadRequest("it failed");
        }
    }
}
