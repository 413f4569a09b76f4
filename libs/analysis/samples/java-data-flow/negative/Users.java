package shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;

class Users {
  private final Connection connection;

  Users(Connection connection) {
    this.connection = connection;
  }

  ResultSet find(String name) throws Exception {
    PreparedStatement statement = connection.prepareStatement("SELECT * FROM users WHERE name = ?");
    statement.setString(1, name);
    return statement.executeQuery();
  }
}
