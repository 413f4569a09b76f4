class Order < ApplicationRecord
  scope :named, ->(name) { where("name = '#{name}'") }

  def print(printer)
    system("lp -d #{printer} order.pdf")
  end
end
