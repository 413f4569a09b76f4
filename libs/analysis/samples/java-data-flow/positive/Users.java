package shop;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;

class Users {
  private final Connection connection;

  Users(Connection connection) {
    this.connection = connection;
  }

  ResultSet find(String name) throws Exception {
    Statement statement = connection.createStatement();
    return statement.executeQuery("SELECT * FROM users WHERE name = '" + name + "'");
  }
}
