Rails.application.config.session_store :cookie_store, key: '_shop', httponly: true, secure: true
Rails.application.config.secret_key_base = ENV.fetch('SECRET_KEY_BASE')

Rails.application.config.middleware.insert_before 0, Rack::Cors do
  allow do
    origins 'https://shop.example.org'
    resource '/public/*', credentials: true
  end
end

class AdminController < ApplicationController
  http_basic_authenticate_with name: ENV.fetch('ADMIN'), password: ENV.fetch('ADMIN_PASSWORD')
end
