require 'net/ldap'
require 'mongo'

class Catalogue
  def find(word)
    @words = Regexp.new(Regexp.escape(word))
    @prices = document.xpath('//price[@name=$name]', nil, name: word)
    @people = Net::LDAP::Filter.eq('cn', word)
  end
end

class SuppliersController < ApplicationController
  def index
    collection.find(name: params[:supplier].to_s)
  end
end
