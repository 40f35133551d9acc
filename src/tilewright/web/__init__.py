"""The server: people and programs come in over HTTP and sockets."""
