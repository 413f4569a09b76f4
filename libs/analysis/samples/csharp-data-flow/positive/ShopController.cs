using System.Diagnostics;
using System.DirectoryServices;
using System.Reflection;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text.RegularExpressions;
using System.Xml;
using Microsoft.AspNetCore.Mvc;
using Newtonsoft.Json;

namespace Shop.Controllers;

public record Order(string Name, int Count);

[ApiController]
[Route("shop")]
public class ShopController : Controller
{
    private readonly IUsers _users;
    private readonly HttpClient _client = new();

    public ShopController(IUsers users) => _users = users;

    [HttpGet("users")]
    public IActionResult Users(string name) => Ok(_users.Find(name));

    [HttpPost("orders")]
    public IActionResult Place([FromBody] Order order)
    {
        Process.Start("convert", order.Name);
        return Ok();
    }

    [HttpGet("ping")]
    public IActionResult Ping(string host)
    {
        var start = new ProcessStartInfo { FileName = "/bin/sh", Arguments = $"-c \"ping {host}\"" };
        Process.Start(start);
        return Ok();
    }

    [HttpGet("plugin")]
    public IActionResult Plugin(string name) => Ok(Assembly.LoadFrom(name).FullName);

    [HttpGet("file")]
    public IActionResult Download()
    {
        string name = Request.Query["name"];
        var text = System.IO.File.ReadAllText(Path.Combine("/srv/files", name));
        return Ok(text);
    }

    [HttpGet("greet")]
    public IActionResult Greet(string name)
    {
        return Content("<p>Hello " + name + "</p>", "text/html");
    }

    [HttpGet("go")]
    public IActionResult Go(string target) => Redirect(target);

    [HttpGet("fetch")]
    public async Task<IActionResult> Fetch(string address) => Ok(await _client.GetStringAsync(address));

    [HttpGet("person")]
    public IActionResult Person(string name)
    {
        var searcher = new DirectorySearcher();
        searcher.Filter = string.Format("(uid={0})", name);
        return Ok(searcher.FindOne());
    }

    [HttpGet("node")]
    public IActionResult Node(string id)
    {
        var document = new XmlDocument();
        document.Load("shop.xml");
        return Ok(document.SelectSingleNode($"//item[@id='{id}']"));
    }

    [HttpGet("match")]
    public bool Match(string pattern) => Regex.IsMatch("shop", pattern);

    [HttpPost("state")]
    public IActionResult State()
    {
        var formatter = new BinaryFormatter();
        return Ok(formatter.Deserialize(Request.Body));
    }

    [HttpPost("json")]
    public IActionResult Json([FromBody] string text)
    {
        var settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All };
        return Ok(JsonConvert.DeserializeObject<Order>(text, settings));
    }

    [HttpGet("page")]
    public IActionResult Page(string template) => Ok(RazorEngine.Engine.Razor.RunCompile(template, "page", null, null));

    [HttpGet("cors")]
    public IActionResult Cors()
    {
        Response.Headers["Access-Control-Allow-Origin"] = Request.Headers["Origin"].ToString();
        HttpContext.Session.SetString("last", Request.Query["last"].ToString());
        return Ok();
    }
}
