SELECT 1;
SELECT 'it''s open FROM customers;
