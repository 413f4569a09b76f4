import java.io.ObjectInputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;

public class Checkout {
    public ResultSet find(Connection connection, String name) throws Exception {
        Statement statement = connection.createStatement();
        return statement.executeQuery("SELECT * FROM orders WHERE customer = '" + name + "'");
    }

    public Object read(ObjectInputStream stream) throws Exception {
        return stream.readObject();
    }
}
