Rails.application.config.session_store :cookie_store, key: '_shop', httponly: false, secure: false
Rails.application.config.secret_key_base = '0f3b8c1d5e7a9b2c4d6e8f0a1b3c5d7e'

Rails.application.config.middleware.insert_before 0, Rack::Cors do
  allow do
    origins '*'
    resource '*', credentials: true
  end
end

class AdminController < ApplicationController
  http_basic_authenticate_with name: 'admin', password: 'open sesame'
end
