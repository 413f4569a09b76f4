namespace Shop;

public static class Startup
{
    public static void Add(IServiceCollection services, bool isDevelopment)
    {
        services.AddCors(options => options.AddPolicy("shop", policy => policy.SetIsOriginAllowed(IsOwn).AllowCredentials()));
        services.AddSignalR(options => options.EnableDetailedErrors = isDevelopment);
        services.AddDbContext<ShopContext>(options => options.EnableSensitiveDataLogging(isDevelopment));
    }

    private static bool IsOwn(string origin) => origin == "https://shop.example.org";
}
