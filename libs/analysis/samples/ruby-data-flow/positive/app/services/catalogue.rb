require 'net/ldap'
require 'mongo'

class Catalogue
  def find(word)
    @words = Regexp.new(word)
    @prices = document.xpath("//price[@name='#{word}']")
    @people = Net::LDAP::Filter.construct("(cn=#{word})")
  end
end

class SuppliersController < ApplicationController
  def index
    collection.find(params[:supplier])
  end
end
