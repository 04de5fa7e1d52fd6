var player: Player { Player() }
