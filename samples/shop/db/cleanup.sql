DELETE FROM orders;
UPDATE users SET role = 'admin';
SELECT * FROM users WHERE name = 'x';
GRANT ALL PRIVILEGES ON *.* TO 'shop';
