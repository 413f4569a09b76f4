class AccountsController < ApplicationController
  skip_before_action :verify_authenticity_token

  def index
    @accounts = Account.where("name = '#{params[:name]}'")
  end

  def convert
    system("convert #{params[:file]} out.png")
    `identify #{@file}`
  end

  def calculate
    eval(params[:formula])
  end

  def export
    Account.public_send(params[:format])
    params[:type].constantize.new
  end

  def restore
    Marshal.load(Base64.decode64(cookies[:state]))
  end

  def client
    http.verify_mode = OpenSSL::SSL::VERIFY_NONE
  end

  def digest
    Digest::MD5.hexdigest(@account.email)
  end

  def greeting
    "<b>#{@account.name}</b>".html_safe
  end

  def update
    @account.update(params.require(:account).permit!)
    redirect_to params[:back]
  end

  def download
    send_file "/srv/files/#{params[:name]}"
  end

  def reset_token
    rand(10**8).to_s
  end
end
