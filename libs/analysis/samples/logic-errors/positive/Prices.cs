class Prices
{
    static readonly Dictionary<string, int> Rates = new Dictionary<string, int>
    {
        { "standard", 19 },
        { "reduced", 7 },
        { "standard", 16 },
    };

    void Apply(Order order)
    {
        order.Name.Trim();
        this.rate = this.rate;
        var total = order.IsFree ? order.Amount : order.Amount;
    }
}
