using Microsoft.EntityFrameworkCore;

namespace Shop;

public static class Startup
{
    public static void Add(IServiceCollection services)
    {
        services.AddCors(options => options.AddPolicy("shop", policy => policy.SetIsOriginAllowed(origin => true).AllowCredentials()));
        services.AddSignalR(options => options.EnableDetailedErrors = true);
        services.AddDbContext<ShopContext>(options => options.EnableSensitiveDataLogging(true));
    }
}
