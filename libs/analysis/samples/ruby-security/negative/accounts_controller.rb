class AccountsController < ApplicationController
  protect_from_forgery with: :exception
  skip_before_action :load_account

  def index
    @accounts = Account.where("name = ?", params[:name])
    @recent = Account.where(name: params[:name]).order("created_at DESC")
    @own = Account.where("#{Account.table_name}.owner_id = ?", current_user.id)
    logger.info("selected #{params[:name]}")
  end

  def convert
    system("convert", params[:file], "out.png")
    `uptime`
    system("identify #{Shellwords.escape(@file)}")
  end

  def calculate
    Calculator.evaluate(params[:formula])
  end

  def export
    Account.public_send(:to_csv)
    TYPES.fetch(params[:type]).new
  end

  def restore
    JSON.parse(cookies[:state])
    Marshal.load(Marshal.dump(@account))
    YAML.load_file("config.yml")
  end

  def client
    http.verify_mode = OpenSSL::SSL::VERIFY_PEER
  end

  def digest
    Digest::SHA256.hexdigest(@account.email)
  end

  def greeting
    helpers.content_tag(:b, @account.name) + "<hr>".html_safe
  end

  def update
    @account.update(params.require(:account).permit(:name, :email))
    redirect_to account_path(@account)
  end

  def download
    send_file Rails.root.join("files", "terms.pdf")
  end

  def reset_token
    SecureRandom.hex(16)
  end

  def back_up
    folder = "/srv/shop"
    system("tar cf #{folder}.tar #{folder}")
  end

  def roll_dice
    rand(1..6)
  end
end
