using System.Net;
using System.Net.Http;
using System.Net.Security;
using System.Security.AccessControl;
using System.Security.Cryptography;
using System.Text;
using System.Xml;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.IdentityModel.Tokens;

namespace Shop;

public class Vault : ControllerBase
{
    public byte[] Old(byte[] text) => DES.Create().CreateEncryptor().TransformFinalBlock(text, 0, text.Length);

    public void Ecb()
    {
        using var aes = Aes.Create();
        aes.Mode = CipherMode.ECB;
    }

    public byte[] Digest(byte[] text) => MD5.HashData(text);

    public RSA Short() => RSA.Create(1024);

    public void Fixed()
    {
        var aes = Aes.Create();
        aes.Key = Encoding.UTF8.GetBytes("0123456789abcdef");
        aes.IV = new byte[16];
    }

    public byte[] Derived(string password)
    {
        var salt = Encoding.UTF8.GetBytes("shop-salt");
        return new Rfc2898DeriveBytes(password, salt, 500).GetBytes(32);
    }

    public ICredentials Login() => new NetworkCredential("shop", "hunter-22");

    public SecurityKey Key() => new SymmetricSecurityKey(Encoding.UTF8.GetBytes("a key that stands in the code"));

    public HttpClientHandler Handler() => new()
    {
        ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => true,
    };

    public void Protocol()
    {
        ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls;
    }

    public IActionResult SignIn(string name)
    {
        var random = new Random();
        var token = random.Next().ToString();
        Response.Cookies.Append("session", token, new CookieOptions { HttpOnly = false });
        return Ok();
    }

    public TokenValidationParameters Tokens() => new() { RequireSignedTokens = false };

    public XmlReader Reader(Stream stream)
    {
        var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse, XmlResolver = new XmlUrlResolver() };
        return XmlReader.Create(stream, settings);
    }

    public void Everybody(FileSecurity security)
    {
        security.AddAccessRule(new FileSystemAccessRule("Everyone", FileSystemRights.FullControl, AccessControlType.Allow));
        System.IO.File.WriteAllText("/tmp/shop.lock", "1");
    }

    public IActionResult Failing()
    {
        try
        {
            return Ok(Digest(null));
        }
        catch (Exception error)
        {
            return BadRequest(error.ToString());
        }
    }
}
