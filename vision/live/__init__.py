"""Cards read from moving pictures: a card at the shoe, discards in the tray, hands seen from above."""
