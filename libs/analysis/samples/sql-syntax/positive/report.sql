SELECT id, name FORM customers WHERE id = 1;

UPDATE customers SET name = 'Ada' WHRE id = 2;

INSERT INTO customers (id, name VALUES (3, 'Eve');

SELECT id
FROM customers
GROUP id;
