namespace Shop;

public interface IUsers
{
    object Find(string name);
}
