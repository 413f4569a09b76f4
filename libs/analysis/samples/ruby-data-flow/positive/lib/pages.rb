require 'sinatra'

get '/hello/:name' do |name|
  headers['X-Greeting'] = params[:greeting]
  "<h1>Hello #{name}</h1>"
end
