using System.Diagnostics;
using System.Text.RegularExpressions;
using System.Xml;
using Microsoft.AspNetCore.Mvc;
using Newtonsoft.Json;

namespace Shop.Controllers;

public enum Kind { Small, Large }

public record Order(string Name, int Count, Kind Kind);

[ApiController]
[Route("shop")]
public class ShopController : Controller
{
    private static readonly string[] Tools = { "convert", "identify" };
    private static readonly Regex Plain = new("^[a-z0-9]+$");
    private readonly IUsers _users;
    private readonly HttpClient _client = new();

    public ShopController(IUsers users) => _users = users;

    [HttpGet("users")]
    public IActionResult Users(string name) => Ok(_users.Find(name));

    [HttpPost("orders")]
    public IActionResult Place([FromBody] Order order)
    {
        Process.Start("convert", $"-resize {order.Count} {order.Kind}");
        return Ok();
    }

    [HttpGet("ping")]
    public IActionResult Ping(string host)
    {
        if (!Plain.IsMatch(host)) return BadRequest();
        var start = new ProcessStartInfo("ping") { Arguments = host };
        Process.Start(start);
        return Ok();
    }

    [HttpGet("tool")]
    public IActionResult Tool(string name)
    {
        if (!Tools.Any(tool => tool == name)) return NotFound();
        Process.Start(name);
        return Ok();
    }

    [HttpGet("stop")]
    public IActionResult Stop(string number)
    {
        if (!int.TryParse(number, out var id)) return BadRequest();
        Process.Start("kill", $"{id}");
        var command = number switch
        {
            "1" or "2" => number,
            _ => "0",
        };
        Process.Start("kill", command);
        return Ok();
    }

    [HttpGet("file")]
    public IActionResult Download()
    {
        string name = Request.Query["name"];
        var inside = System.IO.File.ReadAllText(Path.Combine("/srv/files", Path.GetFileName(name)));
        var whole = Path.GetFullPath(Path.Combine("/srv/files", name));
        if (!whole.StartsWith("/srv/files/")) return NotFound();
        return Ok(inside + System.IO.File.ReadAllText(whole));
    }

    [HttpGet("greet")]
    public IActionResult Greet(string name)
    {
        return Content("<p>Hello " + HtmlEncoder.Default.Encode(name) + "</p>", "text/html");
    }

    [HttpGet("plain")]
    public IActionResult Plainly(string name) => Content("Hello " + name, "text/plain");

    [HttpGet("go")]
    public IActionResult Go(string target)
    {
        if (Url.IsLocalUrl(target)) return Redirect(target);
        return LocalRedirect("/shop");
    }

    [HttpGet("fetch")]
    public async Task<IActionResult> Fetch(string id) =>
        Ok(await _client.GetStringAsync($"https://api.example.org/items/{Uri.EscapeDataString(id)}"));

    [HttpGet("node")]
    public IActionResult Node(int id)
    {
        var document = new XmlDocument();
        document.Load("shop.xml");
        return Ok(document.SelectSingleNode($"//item[@id='{id}']"));
    }

    [HttpGet("match")]
    public bool Match(string pattern) => Regex.IsMatch("shop", Regex.Escape(pattern));

    [HttpPost("json")]
    public IActionResult Json([FromBody] string text)
    {
        var settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.None };
        return Ok(JsonConvert.DeserializeObject<Order>(text, settings));
    }

    [NonAction]
    public void Run(string command) => Process.Start(command);
}
