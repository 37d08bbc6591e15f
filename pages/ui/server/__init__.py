"""What stands between the network and the pages: who is answered, how much each may take, and for how long."""
