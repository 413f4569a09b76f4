class Order < ApplicationRecord
  scope :named, ->(name) { where('name = ?', name) }

  def print(printer)
    system('lp', '-d', printer, 'order.pdf')
    `lpstat -p #{Shellwords.escape(printer)}`
  end
end
